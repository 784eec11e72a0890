import { Anchor, Checkbox, Select, Skeleton, Text } from '@mantine/core'
import { depositPath } from '@plinth/api/deposits/deposit-path'
import type { RegisteredDeposit } from '@plinth/api/deposits/deposits'
import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { instrumentLabels as labels } from '@plinth/api/guarantees/instruments'
import { notANumber, parseAmount } from '@plinth/api/kernel/amounts'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { dayText, optionsOf, rupees } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { NumericInput } from '../../ui/form/NumericInput.tsx'
import form from '../../ui/form/RecordForm.module.css'
import choices from '../../ui/shell/choices.module.css'
import { lazyPart } from '../../ui/shell/Part.tsx'
import classes from './CompleteRegister.module.css'
import type { Faults } from './complete-faults.ts'
import { daysOf, type Entry, missingOf, stateOf, type Unregistered } from './complete-rows.ts'

const DayInput = lazyPart(() => import('../../ui/form/DayInput.tsx'), 'DayInput', { waiting: <Skeleton height={48} /> })

const kinds = optionsOf(instrumentKinds)

interface Props {
  paper: Unregistered
  entry: Entry
  faults: Faults | undefined
  onChange: (key: string, next: Partial<Entry>) => void
}

/** A paper that is not in the register yet: the proposed values, and what the user typed instead. */
function Row({ paper, entry, faults, onChange }: Props) {
  const { key, number, issuer, deposits } = paper
  const { isTicked, kind, amount } = entry
  const change = (next: Partial<Entry>) => onChange(key, { isTicked: true, ...next })
  return (
    <li>
      <fieldset className={classes['row']} data-refused={faults && true}>
        <legend className="spoken">{number}</legend>
        <div className={classes['paper']}>
          <Checkbox
            label={number}
            description={issuer ?? t('Without a bank')}
            checked={isTicked}
            onChange={({ currentTarget: { checked } }) => onChange(key, { isTicked: checked })}
          />
          <Deposits deposits={deposits} />
        </div>
        <Select
          size="xs"
          label={translated(labels.kind)}
          placeholder={t('What is it?')}
          data={kinds}
          searchable
          withScrollArea={false}
          classNames={{ options: choices['options'] ?? '' }}
          error={faults?.kind}
          value={kind}
          onChange={(next) => change({ kind: instrumentKinds.find((one) => one === next) ?? null })}
        />
        <NumericInput
          size="xs"
          label={translated(labels.amount)}
          leftSection="₹"
          inputMode="decimal"
          classNames={{ input: form['amount'] ?? '' }}
          read={parseAmount}
          fault={notANumber.amount}
          error={faults?.amount}
          value={amount}
          onChange={(next) => change({ amount: next })}
        />
        {daysOf(kind).map((name) => (
          <DayInput
            key={name}
            size="xs"
            label={translated(labels[name])}
            error={faults?.[name]}
            value={entry[name]}
            onChange={(day) => change({ [name]: day })}
          />
        ))}
        <Outcome paper={paper} entry={entry} fault={faults?.root} />
      </fieldset>
    </li>
  )
}

/** Memoized, so that only the row being typed into renders again. */
export const CompleteRow = memo(
  Row,
  (before, after) =>
    before.paper === after.paper &&
    before.faults === after.faults &&
    JSON.stringify(before.entry) === JSON.stringify(after.entry),
)

const Deposits = ({ deposits }: { deposits: readonly RegisteredDeposit[] }) => (
  <ul className={`hint tabular ${classes['deposits']}`}>
    {deposits.map((deposit) => (
      <li key={deposit.id}>
        <Anchor component={Link} to={depositPath(deposit)} inherit underline="always">
          {deposit.depositType}
        </Anchor>{' '}
        {rupees(deposit.amount)}
        <div>{deposit.bidId || deposit.contractName}</div>
      </li>
    ))}
  </ul>
)

interface OutcomeProps {
  paper: Unregistered
  entry: Entry
  fault: string | undefined
}

/** In which state the paper is entered, and what is missing if it is a draft; or why it was refused. */
function Outcome({ paper, entry, fault }: OutcomeProps) {
  if (fault)
    return (
      <Text role="alert" size="xs" c="var(--mantine-color-error)" className={classes['outcome']}>
        {fault}
      </Text>
    )
  if (!entry.kind) return null
  const missing = missingOf(paper, entry).map((name) => translated(labels[name]))
  const { state, ...since } = stateOf(paper, entry)
  return (
    <Text size="xs" c="dimmed" className={classes['outcome']}>
      {state === 'DRAFT' && t('Entered as a draft. Missing: {fields}', { fields: missing.join(', ') })}
      {state === 'ISSUED' && t('Entered as issued')}
      {state === 'LODGED' &&
        'happenedOn' in since &&
        t('Entered as lodged since {day}', { day: dayText(since.happenedOn) })}
    </Text>
  )
}
