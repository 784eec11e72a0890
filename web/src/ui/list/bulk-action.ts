import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { call } from '../../lib/call.ts'
import { counted, optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { storeOver } from '../shell/useRecordChange.ts'

/** Restores a record; fails if somebody has changed it since. */
export type Back = () => Promise<unknown>

/** An action on each of several rows. */
export interface BulkAction<Row> {
  label: string
  /** Only users who may make this call are offered the action. */
  call: Pick<Endpoint, 'allow'>
  /** A choice to make first. */
  choice?: { label: string; options: { value: string; label: string }[] }
  /** The confirmation question. */
  confirm?: (count: number) => string
  /** Why the action, or the choice, is not possible for a row. */
  blocked?: ((row: Row, choice: string) => string | undefined) | undefined
  /** The order of rows: a row with a lower number is done before one with a higher number. */
  turn?: (row: Row, choice: string) => number
  /** Runs the action on a row; returns its undo, if there is one. */
  run: (row: Row, choice: string) => Promise<Back | undefined>
  /** The text of the notice: '12 contracts: status Submitted'. */
  done: (count: number, choice: string) => string
}

interface Each<Row> {
  /** The params of a row's path, if they are not just its id. */
  params?: (row: Row) => Record<string, string>
  blocked?: BulkAction<Row>['blocked']
}

const idOf = ({ id }: { id: string }) => ({ id })

/** Deletes each of several records; `noun` names one of them. */
export function deleteEach<Row extends { id: string }>(
  endpoint: Endpoint,
  noun: string,
  { params = idOf, blocked }: Each<Row> = {},
): BulkAction<Row> {
  return {
    label: t('Delete'),
    call: endpoint,
    confirm: (count) =>
      count === 1
        ? translated(`Are you sure you want to delete this ${noun}?`)
        : translated(`Are you sure you want to delete these {count} ${noun}s?`, { count }),
    blocked,
    async run(row) {
      await call(endpoint, { params: params(row) })
      return undefined
    },
    done: (count) => t('{records} deleted', { records: counted(count, noun) }),
  }
}

interface Changed {
  id: string
  updatedAt: string
}

/** Changes a record in the state in which it was seen, so that changes of others are not overwritten. Returns the undo. */
export async function changeOne(endpoint: Endpoint, params: object, row: Changed, change: object): Promise<Back> {
  const before = Object.fromEntries(Object.entries(row).filter(([name]) => name in change))
  const { updatedAt } = await storeOver(endpoint, params, change, row.updatedAt)
  return () => storeOver(endpoint, params, before, updatedAt)
}

/** Changes each of several records. */
export function changeEach<Row extends Changed>(
  texts: Pick<BulkAction<Row>, 'label' | 'done'>,
  endpoint: Endpoint,
  change: object,
  { params = idOf, blocked }: Each<Row> = {},
): BulkAction<Row> {
  return { ...texts, call: endpoint, blocked, run: (row) => changeOne(endpoint, params(row), row, change) }
}

/** Sets the chosen status on each of several records; `noun` names one of them. */
export function changeStatusOfEach<Row extends Changed>(
  endpoint: Endpoint,
  noun: string,
  statuses: readonly string[],
  { params = idOf, blocked }: Each<Row> = {},
): BulkAction<Row> {
  return {
    label: t('Change status'),
    call: endpoint,
    choice: { label: t('New status'), options: optionsOf(statuses) },
    blocked,
    run: (row, status) => changeOne(endpoint, params(row), row, { status }),
    done: (count, status) => t('{name}: status {status}', { name: counted(count, noun), status: words(status) }),
  }
}
