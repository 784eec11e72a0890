import { Anchor, Group, Skeleton, Text } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import { isHeldBy } from '@plinth/api/deposits/deposit-standing'
import { type Deposit, updateDeposit } from '@plinth/api/deposits/deposits'
import {
  getInstrument,
  type Instrument,
  type InstrumentDeposit,
  instrumentColumnLabels as labels,
  listInstrumentDeposits,
} from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { dash, dayText, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { ReadValue, RecordSection } from '../../ui/form/FieldGroup.tsx'
import form from '../../ui/form/RecordForm.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { InstrumentBadge } from './InstrumentBadge.tsx'
import classes from './InstrumentCard.module.css'
import { instrumentPath } from './instrument-name.ts'
import { proposalOf } from './instrument-proposal.ts'
import { RunsOut } from './RunsOut.tsx'
import { useMayComplete } from './useMayComplete.ts'

const title = t('Instrument')

/** The instrument of a deposit with its other deposits; for a held deposit without an instrument, the link to enter one. */
export function InstrumentCard({ deposit }: { deposit: Deposit }) {
  const { id, instrumentId } = deposit
  if (instrumentId) return <Linked id={instrumentId} depositId={id} />
  return isHeldBy(deposit) ? <Missing deposit={deposit} /> : null
}

function Linked({ id, depositId }: { id: string; depositId: string }) {
  const instrument = useRecord(getInstrument, { params: { id } })
  const deposits = useRecord(listInstrumentDeposits, { params: { id } })
  const others = deposits.data?.filter((other) => other.id !== depositId)
  const source = {
    error: instrument.error ?? deposits.error,
    retry: () => {
      instrument.retry()
      deposits.retry()
    },
  }
  return (
    <RecordSection title={title} source={source}>
      {instrument.data && <Facts instrument={instrument.data} />}
      {!instrument.data && !source.error && <Skeleton height={96} aria-hidden />}
      {others && others.length > 0 && <Others others={others} />}
    </RecordSection>
  )
}

function Facts({ instrument }: { instrument: Instrument }) {
  const { id, kind, number, issuer, branch, facilityName, state, amount, securedAmount, endsOn, claimUntil } =
    instrument
  return (
    <dl className={form['fields']}>
      <ReadValue label={translated(labels.number)}>
        <Anchor component={Link} to={instrumentPath({ id })} inherit underline="always">
          {number || t('Without number')}
        </Anchor>
        <Text size="xs" c="dimmed">
          {words(kind)}
        </Text>
      </ReadValue>
      <ReadValue label={translated(labels.issuer)}>
        {issuer || dash}
        {branch && (
          <Text size="xs" c="dimmed">
            {branch}
          </Text>
        )}
      </ReadValue>
      {facilityName && <ReadValue label={translated(labels.facilityName)}>{facilityName}</ReadValue>}
      <ReadValue label={translated(labels.state)}>
        <InstrumentBadge state={state} />
      </ReadValue>
      <ReadValue label={translated(labels.endsOn)}>
        <RunsOut endsOn={endsOn} state={state} />
      </ReadValue>
      {claimUntil && <ReadValue label={translated(labels.claimUntil)}>{dayText(claimUntil)}</ReadValue>}
      <ReadValue label={translated(labels.amount)}>
        {rupees(amount)}
        <Text size="xs" c="dimmed">
          {t('{open} open behind it', { open: rupees(securedAmount) })}
        </Text>
      </ReadValue>
    </dl>
  )
}

/** The other deposits that the instrument secures. */
function Others({ others }: { others: readonly InstrumentDeposit[] }) {
  return (
    <>
      <h3 className={`hint ${classes['head']}`}>{t('It stands behind these too')}</h3>
      <ul className={classes['others']}>
        {others.map((other) => (
          <li key={other.id}>
            <Anchor component={Link} to={depositPath(other)} inherit underline="always">
              {other.depositType}
            </Anchor>
            <span className={classes['contract']}>{other.bidId || other.contractName}</span>
            <span className="tabular">{t('{open} is open', { open: rupees(other.openAmount) })}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Missing({ deposit }: { deposit: Deposit }) {
  const mayEnter = useMayComplete()
  return (
    <RecordSection title={title}>
      <Text mb="sm">
        {t('It stands in no register of instruments yet: until it does, nothing here says when it runs out.')}
      </Text>
      <Group gap="xs" data-screen-only>
        {mayEnter && (
          <LinkButton variant="default" size="xs" to="/contracts/instruments/create" search={proposalOf(deposit)}>
            {t('Enter its instrument')}
          </LinkButton>
        )}
        <LinkButton
          variant="default"
          size="xs"
          to={`${depositPath(deposit)}/edit`}
          hash="field-instrumentId"
          call={updateDeposit}
        >
          {t('Choose one')}
        </LinkButton>
      </Group>
    </RecordSection>
  )
}
