import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { call } from '../../lib/call.ts'
import { counted, optionsOf, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { storeOver } from '../shell/useRecordChange.ts'

/** Puts a record back as it was; fails where somebody has changed it since. */
export type Back = () => Promise<unknown>

/** What can be done to each of several rows. */
export interface BulkAction<Row> {
  label: string
  /** Only who may make this call is offered it. */
  call: Pick<Endpoint, 'allow'>
  /** What is chosen first, and among what. */
  choice?: { label: string; options: { value: string; label: string }[] }
  /** The question asked first. */
  confirm?: (count: number) => string
  /** Why it, or what was chosen of it, cannot be done to a row. */
  blocked?: ((row: Row, choice: string) => string | undefined) | undefined
  /** Rows are done turn by turn, where one must not be before another. */
  turn?: (row: Row, choice: string) => number
  /** Does it to a row; the way back, where there is one. */
  run: (row: Row, choice: string) => Promise<Back | undefined>
  /** What is told once it is done to so many: '12 contracts: status Submitted'. */
  done: (count: number, choice: string) => string
}

interface Each<Row> {
  /** The params of a row's own path, where they are not just its id. */
  params?: (row: Row) => Record<string, string>
  blocked?: BulkAction<Row>['blocked']
}

const idOf = ({ id }: { id: string }) => ({ id })

/** Deletes each of several records; `noun` is what one of them is called. */
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

/** Changes a record as it is seen: whoever changed it in between is not overwritten. Answers how it is put back. */
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

/** Gives each of several records the status that is chosen; `noun` is what one of them is called. */
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
