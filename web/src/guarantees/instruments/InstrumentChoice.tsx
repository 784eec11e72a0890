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
/** What is over can stand behind nothing new. */
const chosenAmong: Instrument['state'][] = ['DRAFT', ...statesUnderWay]
const following = ['instrumentId', 'instrumentNo', 'bankName', 'bankAddress'] as const

/** Its number first, which is what people look for, and what of it has room. */
const choiceName = ({ kind, number }: Instrument) => [number, words(kind)].filter(Boolean).join(', ')

/** Its bank, what it comes to, and how much of that deposits have already. */
function factsOf({ kind, issuer, amount, securedAmount, endsOn, state }: Instrument): string {
  const left = isGuarantee(kind)
    ? t('{free} of {amount} free', { free: rupees(amount - securedAmount), amount: rupees(amount) })
    : t('{amount}, {open} open behind it', { amount: rupees(amount), open: rupees(securedAmount) })
  return [issuer, left, runningOut({ endsOn, state }, today())?.text].filter(Boolean).join(' · ')
}

const useInstruments = (sought: string) => useFoundRows(filterInstruments, { search: sought, state: chosenAmong })

const none = (sought: string) =>
  sought ? t('No instrument under way is like that') : t('No instrument is under way yet')

interface Props {
  /** Told before it is chosen. */
  onChoice: (instrument: Instrument) => void
  /** Whether it was asked for, so that the keyboard goes on in it. */
  isAsked: boolean
}

/** The instrument of the register that a deposit is given by: found by a part of its number, bank or beneficiary. */
export function InstrumentChoice({ onChoice, isAsked }: Props) {
  const chosen = useChosenInstrument()
  const client = useQueryClient()
  const { together } = useContext(FormContext)
  useEffect(() => void together.add(following), [together])
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
