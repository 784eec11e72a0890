import { Text } from '@mantine/core'
import { eventLabels } from '@plinth/api/guarantees/instrument-events'
import {
  type EventField,
  eventFields,
  type InstrumentEventKind,
  instrumentStates,
} from '@plinth/api/guarantees/instrument-moves'
import { type Instrument } from '@plinth/api/guarantees/instruments'
import { inRupees, paiseOf } from '@plinth/api/kernel/paise'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { counted, dayText, optionsOf, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { ExtensionCost } from './ExtensionCost.tsx'
import { fieldsOfEvent } from './event-form.ts'
import { useNeeded } from './useNeeded.ts'

const { TextField, TextAreaField, DayField, MoneyField, SelectField, CheckboxField } = fieldsOf(eventLabels)

interface Props {
  event: InstrumentEventKind
  instrument: Instrument
}

/** The present value, shown below the field for the new one. */
const nowIs = (text: string) => t('Now {value}', { value: text })

const isIssue = (event: InstrumentEventKind) => event === 'ISSUED' || event === 'LODGED'

/** The present value of a term that the event changes. */
function presentOf(name: EventField, instrument: Instrument): string | undefined {
  switch (name) {
    case 'amount':
      return nowIs(rupees(instrument.amount))
    case 'state':
      return nowIs(words(instrument.state))
    case 'issuedOn':
    case 'expiresOn':
    case 'claimUntil':
    case 'maturesOn':
      return nowIs(dayText(instrument[name]))
    case 'number':
    case 'charges':
    case 'releases':
      return undefined
  }
}

function hintOf(name: EventField, event: InstrumentEventKind, instrument: Instrument): string | undefined {
  if (name === 'claimUntil' && event === 'EXTENDED')
    return instrument.claimUntil
      ? t('Left empty, it moves by as many days')
      : t('Left empty, claims end with it, as now')
  if (name === 'expiresOn' && event === 'EXTENDED' && instrument.neededUntil)
    return t('Now {value}; the contract asks for {day}', {
      value: dayText(instrument.expiresOn),
      day: dayText(instrument.neededUntil),
    })
  if (name === 'number' && event === 'RENEWED') return t('If it has a new one')
  if (name === 'charges') return t('What the bank charged for it')
  if (event === 'PAID_OUT') return t('It is for {amount}', { amount: rupees(instrument.amount) })
  return isIssue(event) ? undefined : presentOf(name, instrument)
}

/** The fields of an event: exactly those that belong to its kind. */
export function EventFields({ event, instrument }: Props) {
  const fields = fieldsOfEvent(event, instrument)
  const required: readonly EventField[] = eventFields[event].asks ?? []
  const isDue = useNeeded(instrument.kind, isIssue(event) && fields.includes('issuedOn'))
  const isRequired = (name: EventField) => required.includes(name) || isDue(name)
  return (
    <>
      <DayField name="happenedOn" {...(event === 'CORRECTED' && { label: t('Corrected on') })} required />
      {fields.map((name) => (
        <OneField key={name} name={name} {...{ event, instrument }} isRequired={isRequired(name)} />
      ))}
      {event === 'EXTENDED' && <ExtensionCost instrument={instrument} />}
      <TextField name="reference" description={t('Number of the letter of the bank or the department')} />
      <TextAreaField
        name="remark"
        required={event === 'CORRECTED'}
        {...(event === 'CORRECTED' && { description: t('Why it is corrected') })}
      />
      <Outcome event={event} instrument={instrument} />
    </>
  )
}

function OneField({
  name,
  event,
  instrument,
  isRequired,
}: Props & { name: EventField; isRequired: boolean }): ReactNode {
  const hint = hintOf(name, event, instrument)
  const props = { required: isRequired, ...(hint && { description: hint }) }
  switch (name) {
    case 'number':
      return <TextField name="number" {...props} />
    case 'amount':
    case 'charges':
      return <MoneyField name={name} {...props} />
    case 'state':
      return (
        <SelectField
          name="state"
          options={optionsOf(instrumentStates.filter((state) => state !== instrument.state))}
          {...props}
        />
      )
    case 'releases':
      return (
        <CheckboxField
          name="releases"
          description={t('{amount} of {deposits} is open', {
            amount: rupees(instrument.securedAmount),
            deposits: counted(instrument.deposits, 'deposit'),
          })}
        />
      )
    case 'issuedOn':
    case 'expiresOn':
    case 'claimUntil':
    case 'maturesOn':
      return <DayField name={name} {...props} />
  }
}

const numberIn = (value: unknown) => (typeof value === 'number' ? value : 0)

/** What the event will change, shown before it is saved. */
function Outcome({ event, instrument }: Props) {
  const amount = numberIn(useWatch<{ amount: unknown }, 'amount'>({ name: 'amount' }))
  const text = outcomeOf(event, instrument, amount)
  return (
    text && (
      <Text size="sm" aria-live="polite" data-wide>
        {text}
      </Text>
    )
  )
}

function outcomeOf(event: InstrumentEventKind, { amount, securedAmount, lienAmount }: Instrument, paid: number) {
  if (event === 'PAID_OUT') {
    const left = inRupees(paiseOf(amount) - paiseOf(paid))
    const lost =
      securedAmount > 0 ? ` ${t('What was paid is booked as forfeited on its deposits, the oldest first.')}` : ''
    if (left < 0 || paid === 0) return undefined
    return left === 0
      ? t('All of it is paid out.') + lost
      : t('{left} of it stays in force: it is lodged as before.', { left: rupees(left) }) + lost
  }
  if (event === 'DISCHARGED' && lienAmount > 0) return t('The receipts that secured it are free from that day on.')
  return undefined
}
