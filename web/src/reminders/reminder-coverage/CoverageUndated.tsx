import { Skeleton, Text } from '@mantine/core'
import { undatedKindNames, undatedKinds } from '@plinth/api/reminders/reminder-coverage'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import list from '../../ui/list/RowGroups.module.css'
import { RowGroup } from '../../ui/list/RowGroups.tsx'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { Empty } from '../../ui/shell/Screen.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { recordText } from '../deadlines/deadline-words.ts'
import classes from './Coverage.module.css'
import { RepairButton } from './RepairButton.tsx'
import { dayRepairOf, recordTypeOf, undatedPath } from './repairs.ts'
import type { CoverageList } from './useCoverage.ts'
import { useMay } from './useMay.ts'

/** Records without a required day, by kind, each with a link to enter it. */
export function CoverageUndated({ coverage: { undated, sums } }: { coverage: CoverageList }) {
  const { rows, more, isFetching, isFetchingMore, fetchMore } = undated
  const may = useMay()
  const place = useRowsFocus<HTMLDivElement>(rows?.length ?? 0, { more: '[data-deadline] a', preventScroll: true })
  if (!rows) return <Skeleton height={420} aria-hidden />
  if (rows.length === 0)
    return (
      <Empty filtered={false}>
        <Text fw={600}>{t('Every record that should have a day has one.')}</Text>
      </Empty>
    )
  return (
    <div ref={place} tabIndex={-1} className={list['groups']} aria-busy={isFetching}>
      {undatedKindNames.map((kind) => {
        const some = rows.filter((row) => row.kind === kind)
        if (some.length === 0) return null
        const title = translated(undatedKinds[kind].label)
        const count = sums?.undated.find((one) => one.kind === kind)?.count
        return (
          <RowGroup key={kind} title={title} note={count === undefined ? undefined : decimal(count)}>
            {some.map((record) => {
              const name = recordText({ title: record.title, recordType: recordTypeOf(record) })
              const repair = dayRepairOf(record, may)
              return (
                <li key={record.recordId} className={classes['undated']} data-deadline>
                  <div className={list['record']}>
                    <RowLink to={undatedPath(record)}>{name}</RowLink>
                    {record.number && <span>{record.number}</span>}
                  </div>
                  <div className={classes['repair']} data-screen-only>
                    {repair && <RepairButton repair={repair} of={name} />}
                  </div>
                </li>
              )
            })}
          </RowGroup>
        )
      })}
      <ShowMore
        left={more}
        variant="default"
        loading={isFetchingMore}
        onClick={() => void fetchMore()}
        mt="md"
        data-screen-only
      />
    </div>
  )
}
