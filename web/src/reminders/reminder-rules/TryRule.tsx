import { Skeleton, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { isAllowed } from '@plinth/api/kernel/permissions'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import { recordPath } from '@plinth/api/reminders/record-path'
import { checkReminderRule, type ReminderPreview } from '@plinth/api/reminders/reminder-rules'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { counted, decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import rows from '../../ui/list/RowGroups.module.css'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { dayOfWeekText, recordText } from '../deadlines/deadline-words.ts'
import classes from './RuleForm.module.css'
import type { RuleWords } from './rule-words.ts'
import { toldText } from './rule-words.ts'
import { typedRule } from './typed-rule.ts'

/** The number of rows shown at first. */
const initialRows = 12

/** A preview of the reminders of the rule in the form for the next thirty days, loaded when typing pauses. */
export function TryRule() {
  const typed = typedRule(useWatch())
  const [debounced] = useDebouncedValue(typed && JSON.stringify(typed), 500)
  const rule = debounced === undefined ? undefined : typedRule(JSON.parse(debounced))
  const permissions = useUser()?.permissions ?? []
  const module = rule && deadlineKinds[rule.kind].module
  return (
    <div className={classes['try']}>
      {!module && <NoPreview>{t('What it would say in the next 30 days stands here.')}</NoPreview>}
      {module &&
        (isAllowed({ module, can: 'canView' }, permissions) ? (
          <Preview rule={rule} />
        ) : (
          <NoPreview>
            {t('You may not view {module}, so that nothing of it is shown.', { module: translated(module) })}
          </NoPreview>
        ))}
    </div>
  )
}

const NoPreview = ({ children }: { children: ReactNode }) => (
  <RecordSection title={t('Try it')}>
    <Text c="dimmed">{children}</Text>
  </RecordSection>
)

/** The result; the previous one stays until the next is loaded. */
function Preview({ rule }: { rule: RuleWords }) {
  const input = { body: { ...rule, name: '-' } }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: endpointKey(checkReminderRule, input),
    queryFn: ({ signal }) => call(checkReminderRule, input, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const source = { error: error && new Error(reasonOf(error)), retry: () => void refetch() }
  return (
    <RecordSection title={t('Try it')} source={source}>
      <div aria-live="polite" aria-busy={isFetching}>
        {!error && (data ? <PreviewRows {...data} /> : <Skeleton height={96} aria-hidden />)}
      </div>
    </RecordSection>
  )
}

interface PreviewRowsProps {
  total: number
  content: readonly ReminderPreview[]
}

function PreviewRows({ total, content }: PreviewRowsProps) {
  const [isExpanded, setExpanded] = useState(false)
  if (total === 0) return <Text c="dimmed">{t('Nothing in the next 30 days')}</Text>
  const shown = isExpanded ? content : content.slice(0, initialRows)
  const days = Map.groupBy(shown, ({ onDay }) => onDay)
  return (
    <>
      <p style={{ margin: '0 0 0.75rem' }}>
        {t('{reminders} in the next 30 days', { reminders: counted(total, 'reminder') })}
        {isExpanded &&
          total > content.length &&
          `. ${t('The first {count} are shown.', { count: decimal(content.length) })}`}
      </p>
      <ul className={classes['said']}>
        {[...days].map(([day, some]) => (
          <li key={day}>
            <h3>{dayOfWeekText(day)}</h3>
            <ul>
              {some.map((row) => (
                <Row key={`${row.recordId} ${row.dueOn}`} row={row} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <ShowMore mt="xs" left={content.length - shown.length} onClick={() => setExpanded(true)} />
    </>
  )
}

function Row({ row }: { row: ReminderPreview }) {
  return (
    <li>
      <div className={rows['record']}>
        <RowLink to={recordPath(row)}>{recordText(row)}</RowLink>
        {row.number && <span>{row.number}</span>}
      </div>
      <div className="hint">{toldText(row.people)}</div>
    </li>
  )
}
