import type { ModuleRecord } from '@plinth/api/access/modules'
import { flags } from '@plinth/api/kernel/permissions'
import { expect, test } from 'vitest'
import { differenceText, type GridLine, type Held, mayTick, tickOf, turned, withRows } from './PermissionGrid.tsx'

const module = (key: string, name = key) => ({ id: key, key, name }) as ModuleRecord
const only = (...held: (keyof Held)[]) => Object.fromEntries(flags.map((flag) => [flag, held.includes(flag)])) as Held
const none = only()
const all = only(...flags)
const line = (held: Held, may: Held, name = 'Contracts'): GridLine => ({ module: module(name), held, may })

test('what may be ticked is what the granter holds or what was ticked before, and anything on a visit', () => {
  const permissions = [{ moduleName: 'Contracts', ...only('canView', 'canEdit') }]
  const stored = [{ moduleId: 'Contracts', ...only('canDelete') }]
  const granter = { permissions, isVisiting: false }
  expect(mayTick(module('Contracts'), granter, stored)).toEqual(only('canView', 'canEdit', 'canDelete'))
  expect(mayTick(module('Contracts', 'Agreements'), granter, [])).toEqual(only('canView', 'canEdit'))
  expect(mayTick(module('Projects', 'Contracts'), granter, stored)).toEqual(none)
  expect(mayTick(module('Projects'), { permissions, isVisiting: true }, stored)).toEqual(all)
})

test('a tick over several boxes says whether all, some or none are ticked, and whether it can do anything', () => {
  const lines = [line(all, all), line(only('canView'), none)]
  expect(tickOf(lines, ['canView'])).toEqual({ checked: true, indeterminate: false, disabled: false })
  expect(tickOf(lines, ['canEdit'])).toEqual({ checked: false, indeterminate: true, disabled: false })
  expect(tickOf([line(none, none)], flags)).toEqual({ checked: false, indeterminate: false, disabled: true })
})

test('ticking anything ticks View along where it may; View alone can be unticked', () => {
  expect(turned([line(none, all)], ['canEdit'])).toEqual([{ moduleId: 'Contracts', ...only('canView', 'canEdit') }])
  expect(turned([line(none, only('canEdit'))], ['canEdit'])).toEqual([{ moduleId: 'Contracts', ...only('canEdit') }])
  expect(turned([line(all, all)], ['canView'])).toMatchObject([{ canView: false, canEdit: true }])
})

test('a tick over several boxes touches those alone that may be ticked, and unticks when none is left', () => {
  const lines = [line(none, only('canView', 'canReport')), line(only('canEdit'), none, 'Projects')]
  const filled = turned(lines, flags)
  expect(filled).toEqual([
    { moduleId: 'Contracts', ...only('canView', 'canReport') },
    { moduleId: 'Projects', ...only('canEdit') },
  ])
  expect(turned([line(only('canView', 'canReport'), only('canView', 'canReport'))], flags)).toMatchObject([none])
})

test('changed rows take the place of their like and keep what else these carry; new ones come last', () => {
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

test('of two grids only what differs is told', () => {
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
