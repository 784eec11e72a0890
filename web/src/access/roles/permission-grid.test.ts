import type { ModuleRecord } from '@plinth/api/access/modules'
import { flags } from '@plinth/api/kernel/permissions'
import { expect, test } from 'vitest'
import { differenceText, type GridLine, type Held, mayTick, tickOf, toggleFlags, withRows } from './PermissionGrid.tsx'

const module = (key: string, name = key) => ({ id: key, key, name }) as ModuleRecord
const only = (...held: (keyof Held)[]) => Object.fromEntries(flags.map((flag) => [flag, held.includes(flag)])) as Held
const none = only()
const all = only(...flags)
const line = (held: Held, may: Held, name = 'Contracts'): GridLine => ({ module: module(name), held, may })

test('what the granter holds or the role already has may be ticked, and every flag in another company', () => {
  const permissions = [{ moduleName: 'Contracts', ...only('canView', 'canEdit') }]
  const stored = [{ moduleId: 'Contracts', ...only('canDelete') }]
  const granter = { permissions, isVisiting: false }
  expect(mayTick(module('Contracts'), granter, stored)).toEqual(only('canView', 'canEdit', 'canDelete'))
  expect(mayTick(module('Contracts', 'Agreements'), granter, [])).toEqual(only('canView', 'canEdit'))
  expect(mayTick(module('Projects', 'Contracts'), granter, stored)).toEqual(none)
  expect(mayTick(module('Projects'), { permissions, isVisiting: true }, stored)).toEqual(all)
})

test('a checkbox for several flags shows whether all, some or none are ticked, and is disabled when it cannot change any', () => {
  const lines = [line(all, all), line(only('canView'), none)]
  expect(tickOf(lines, ['canView'])).toEqual({ checked: true, indeterminate: false, disabled: false })
  expect(tickOf(lines, ['canEdit'])).toEqual({ checked: false, indeterminate: true, disabled: false })
  expect(tickOf([line(none, none)], flags)).toEqual({ checked: false, indeterminate: false, disabled: true })
})

test('ticking any flag also ticks View if allowed, and View alone can be unticked', () => {
  expect(toggleFlags([line(none, all)], ['canEdit'])).toEqual([
    { moduleId: 'Contracts', ...only('canView', 'canEdit') },
  ])
  expect(toggleFlags([line(none, only('canEdit'))], ['canEdit'])).toEqual([
    { moduleId: 'Contracts', ...only('canEdit') },
  ])
  expect(toggleFlags([line(all, all)], ['canView'])).toMatchObject([{ canView: false, canEdit: true }])
})

test('a checkbox for several flags changes only those that may be ticked, and unticks them when all are ticked', () => {
  const lines = [line(none, only('canView', 'canReport')), line(only('canEdit'), none, 'Projects')]
  const filled = toggleFlags(lines, flags)
  expect(filled).toEqual([
    { moduleId: 'Contracts', ...only('canView', 'canReport') },
    { moduleId: 'Projects', ...only('canEdit') },
  ])
  expect(toggleFlags([line(only('canView', 'canReport'), only('canView', 'canReport'))], flags)).toMatchObject([none])
})

test('a changed row replaces the row of its module and keeps its other fields; new rows come last', () => {
  const rows = [{ moduleId: 'a', moduleName: 'A', ...none }]
  const changed = [
    { moduleId: 'b', ...all },
    { moduleId: 'a', ...all },
  ]
  expect(withRows(rows, changed)).toEqual([
    { moduleId: 'a', moduleName: 'A', ...all },
    { moduleId: 'b', ...all },
  ])
})

test('the difference of two grids names only the modules that differ', () => {
  const modules = [module('Contracts'), module('Projects'), module('GST')]
  const mine = [
    { moduleId: 'Contracts', ...only('canView', 'canEdit') },
    { moduleId: 'GST', ...all },
  ]
  const theirs = [
    { moduleId: 'Projects', ...only('canView') },
    { moduleId: 'GST', ...all },
  ]
  expect(differenceText(modules, mine, theirs)).toBe('Contracts: View, Edit; Projects: nothing')
})
