import { depositLabels } from '@plinth/api/deposits/deposits'
import { isGuarantee, statesUnderWay } from '@plinth/api/guarantees/instrument-moves'
import { filterInstruments, type Instrument } from '@plinth/api/guarantees/instruments'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { today } from '../../lib/days.ts'
import { rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { FormContext } from '../../ui/form/form-context.ts'
import { RecordField, useFoundRows } from '../../ui/form/RecordField.tsx'
import { runningOut } from './running-out.ts'
import { noteInstrument, useChosenInstrument } from './useChosenInstrument.ts'

const label = translated(depositLabels.instrumentId)
/** An instrument that is over cannot secure a new deposit. */
const chosenAmong: Instrument['state'][] = ['DRAFT', ...statesUnderWay]
const dependentFields = ['instrumentId', 'instrumentNo', 'bankName', 'bankAddress'] as const

/** The number comes first: people look for it, and a narrow field cuts off the end. */
const choiceName = ({ kind, number }: Instrument) => [number, words(kind)].filter(Boolean).join(', ')

/** Bank, amount, and how much of the amount deposits already use. */
function factsOf({ kind, issuer, amount, securedAmount, endsOn, state }: Instrument): string {
  const left = isGuarantee(kind)
    ? t('{free} of {amount} free', { free: rupees(amount - securedAmount), amount: rupees(amount) })
    : t('{amount}, {open} open behind it', { amount: rupees(amount), open: rupees(securedAmount) })
  return [issuer, left, runningOut({ endsOn, state }, today())?.text].filter(Boolean).join(' · ')
}

const useInstruments = (words: string) => useFoundRows(filterInstruments, { search: words, state: chosenAmong })

const none = (words: string) =>
  words ? t('No instrument under way is like that') : t('No instrument is under way yet')

interface Props {
  /** Called before the instrument is set in the form. */
  onChoice: (instrument: Instrument) => void
  /** Whether the user opened the field, which then takes the focus. */
  isAsked: boolean
}

/** Chooses the instrument of a deposit from the register, searching by a part of number, bank or beneficiary. */
export function InstrumentChoice({ onChoice, isAsked }: Props) {
  const chosen = useChosenInstrument()
  const client = useQueryClient()
  const { together } = useContext(FormContext)
  useEffect(() => void together.add(dependentFields), [together])
  return (
    <RecordField
      name="instrumentId"
      label={label}
      description={t('Of the register: its number and bank follow it')}
      placeholder={t('Number, bank or beneficiary')}
      chosen={chosen}
      useFound={useInstruments}
      textOf={choiceName}
      factsOf={factsOf}
      none={none}
      another={t('Another instrument')}
      onChoose={(instrument) => {
        noteInstrument(client, instrument)
        onChoice(instrument)
      }}
      isAsked={isAsked}
    />
  )
}
