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
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { dayOfWeekText, recordText } from '../deadlines/deadline-words.ts'
import classes from './RuleForm.module.css'
import type { RuleWords } from './rule-words.ts'
import { toldText } from './rule-words.ts'
import { typedRule } from './typed-rule.ts'

/** So much of what a rule would say is shown until more is asked for. */
const first = 12

/** What the rule in the form would say in the next thirty days, as things stand; asked for when the typing pauses. */
export function TryRule() {
  const typed = typedRule(useWatch())
  const [asked] = useDebouncedValue(typed && JSON.stringify(typed), 500)
  const rule = asked === undefined ? undefined : typedRule(JSON.parse(asked))
  const permissions = useUser()?.permissions ?? []
  const module = rule && deadlineKinds[rule.kind].module
  return (
    <div className={classes['try']}>
      {!module && <Untried>{t('What it would say in the next 30 days stands here.')}</Untried>}
      {module &&
        (isAllowed({ module, can: 'canView' }, permissions) ? (
          <Tried rule={rule} />
        ) : (
          <Untried>
            {t('You may not view {module}, so that nothing of it is shown.', { module: translated(module) })}
          </Untried>
        ))}
    </div>
  )
}

const Untried = ({ children }: { children: ReactNode }) => (
  <RecordSection title={t('Try it')}>
    <Text c="dimmed">{children}</Text>
  </RecordSection>
)

/** The answer before stays until the next is there. */
function Tried({ rule }: { rule: RuleWords }) {
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
        {!error && (data ? <Said {...data} /> : <Skeleton height={96} aria-hidden />)}
      </div>
    </RecordSection>
  )
}

interface SaidProps {
  total: number
  content: readonly ReminderPreview[]
}

function Said({ total, content }: SaidProps) {
  const [isWhole, showWhole] = useState(false)
  if (total === 0) return <Text c="dimmed">{t('Nothing in the next 30 days')}</Text>
  const shown = isWhole ? content : content.slice(0, first)
  const days = Map.groupBy(shown, ({ onDay }) => onDay)
  return (
    <>
      <p className={classes['count']}>
        {t('{reminders} in the next 30 days', { reminders: counted(total, 'reminder') })}
        {isWhole &&
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
      <ShowMore mt="xs" left={content.length - shown.length} onClick={() => showWhole(true)} />
    </>
  )
}

function Row({ row }: { row: ReminderPreview }) {
  return (
    <li>
      <div className={classes['record']}>
        <RowLink to={recordPath(row)}>{recordText(row)}</RowLink>
        {row.number && <span>{row.number}</span>}
      </div>
      <div className={classes['people']}>{toldText(row.people)}</div>
    </li>
  )
}
