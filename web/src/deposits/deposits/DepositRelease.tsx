import { Badge, Skeleton, Text } from '@mantine/core'
import { type DepositRelease as Release, releasedLabels } from '@plinth/api/deposits/deposit-releases'
import { type Deposit, depositLabels } from '@plinth/api/deposits/deposits'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { today } from '../../lib/days.ts'
import { dash, dayText, decimal, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { officeText } from '../../tenders/offices/useOffices.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import classes from './DepositRelease.module.css'
import { overdueText, ruleOf, until, whyDue } from './release-words.ts'
import { useDepositRelease } from './useDepositRelease.ts'

/** The due day of a deposit, the reason for it, office and owner, as a section of its page. */
export function DepositRelease({ deposit }: { deposit: Deposit }) {
  const release = useDepositRelease(deposit)
  return (
    <RecordSection title={t('When it comes back')} source={release}>
      {!release.data && !release.error && <Skeleton height={120} aria-hidden />}
      {release.data && <ReleaseFacts deposit={deposit} release={release.data} />}
    </RecordSection>
  )
}

/** The same facts in the panel of a list. */
export function ReleaseInPanel({ deposit }: { deposit: Deposit }) {
  const { data } = useDepositRelease(deposit)
  return (
    <section className={classes['panel']} aria-label={t('When it comes back')}>
      {data ? <ReleaseFacts deposit={deposit} release={data} /> : <Skeleton height={165} aria-hidden />}
    </section>
  )
}

function ReleaseFacts({ deposit, release }: { deposit: Deposit; release: Release }) {
  const { nextStep, officeId, officeName, department, ownerName, limitationOn } = release
  const isOpen = nextStep !== null
  return (
    <>
      <DueDay isOpen={isOpen} release={release} />
      <p className={classes['why']}>{whyDue(release)}</p>
      <Rule deposit={deposit} release={release} />
      <dl className={classes['facts']}>
        <Fact label={translated(depositLabels.officeId)}>
          {officeId
            ? officeText({ department: department ?? dash, officeName: officeName ?? dash })
            : t('No office yet')}
        </Fact>
        <Fact label={translated(releasedLabels.ownerName)}>{ownerName ?? t('Nobody yet')}</Fact>
        <Day label={translated(depositLabels.acknowledgedOn)} day={deposit.acknowledgedOn} />
        <Day label={translated(depositLabels.disputedOn)} day={deposit.disputedOn} />
        {isOpen && limitationOn && (
          <Fact label={t('Last day to sue')} note={t('ask your lawyer')}>
            {dayText(limitationOn)}
          </Fact>
        )}
        {isOpen && <Waiting release={release} />}
      </dl>
    </>
  )
}

interface FactProps {
  label: string
  note?: string
  children: ReactNode
}

const Fact = ({ label, note, children }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {note && <small>{note}</small>}
    </dd>
  </div>
)

/** A day, left out if it is not entered. */
const Day = ({ label, day }: { label: string; day: string | null }) => day && <Fact label={label}>{dayText(day)}</Fact>

/** The due day, else the planned one, else that there is none. */
function DueDay({ isOpen, release: { dueOn, expectedOn, daysOverdue } }: { isOpen: boolean; release: Release }) {
  if (!dueOn)
    return (
      <p className={classes['day']}>
        {expectedOn ? t('About {day}', { day: dayText(expectedOn) }) : t('Nobody has said when it comes back')}
      </p>
    )
  return (
    <p className={classes['day']}>
      {dayText(dueOn)}
      {daysOverdue !== null ? (
        <small data-late>{overdueText(daysOverdue)}</small>
      ) : (
        isOpen && <small>{until(dueOn, today())}</small>
      )}
    </p>
  )
}

function Rule({ deposit, release }: { deposit: Deposit; release: Release }) {
  const rule = ruleOf(deposit, release)
  if (!rule) return null
  return (
    <Text size="sm" c="dimmed" className={classes['rule'] ?? ''}>
      {rule}
      {release.isSure === false && (
        <Badge
          component={Link}
          to="/contracts/release-rules"
          variant="outline"
          color="gray"
          size="sm"
          ml="xs"
          tt="none"
          fw={500}
        >
          {t('To be confirmed')}
        </Badge>
      )}
    </Text>
  )
}

/** The cost of waiting. Only the company sees it; no letter has it. */
function Waiting({ release: { costOfWaiting, interestPercent } }: { release: Release }) {
  if (costOfWaiting === 0) return null
  const note = t('at {percent} % a year since it was due', { percent: decimal(interestPercent) })
  return (
    <Fact label={t('Cost of waiting')} note={note}>
      {rupees(costOfWaiting)}
    </Fact>
  )
}
