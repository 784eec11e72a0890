import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { depositLabels } from '@plinth/api/deposits'
import { isGuarantee, statesUnderWay } from '@plinth/api/instrument-moves'
import { filterInstruments, type Instrument } from '@plinth/api/instruments'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { call } from '../lib/call.ts'
import { today } from '../lib/days.ts'
import { plainText, rupees, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { endpointKey } from '../lib/query-client.ts'
import choices from '../ui/choices.module.css'
import { useField } from '../ui/FieldState.tsx'
import { FormContext } from '../ui/form-context.ts'
import { runningOut } from './running-out.ts'
import { noteInstrument, useChosenInstrument } from './useChosenInstrument.ts'

const label = translated(depositLabels.instrumentId)
/** What is over can stand behind nothing new. */
const chosenAmong: Instrument['state'][] = ['DRAFT', ...statesUnderWay]
const following = ['instrumentId', 'instrumentNo', 'bankName', 'bankAddress'] as const

/** Its number first, which is what people look for, and what of it has room. */
const choiceName = ({ kind, number }: Instrument) => [number, words(kind)].filter(Boolean).join(', ')

/** Its bank, what it comes to, and how much of that deposits have already. */
function factsOf(instrument: Instrument | undefined): string {
  if (!instrument) return ''
  const { kind, issuer, amount, securedAmount, endsOn, state } = instrument
  const left = isGuarantee(kind)
    ? t('{free} of {amount} free', { free: rupees(amount - securedAmount), amount: rupees(amount) })
    : t('{amount}, {open} open behind it', { amount: rupees(amount), open: rupees(securedAmount) })
  return [issuer, left, runningOut({ endsOn, state }, today())?.text].filter(Boolean).join(' · ')
}

function useFound(sought: string) {
  const body = { search: sought, state: chosenAmong, pagination: { page: 0, size: 20 } }
  return useQuery({
    queryKey: endpointKey(filterInstruments, { body }),
    queryFn: ({ signal }) => call(filterInstruments, { body }, { signal }),
    placeholderData: keepPreviousData,
  })
}

function noneText(isFetching: boolean, sought: string): string {
  if (isFetching) return t('Searching…')
  return sought ? t('No instrument under way is like that') : t('No instrument is under way yet')
}

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
  const [known] = useState(() => new Map<string, Instrument>())
  const { together } = useContext(FormContext)
  useEffect(() => void together.add(following), [together])
  const [textOf] = useState(() => (value: unknown) => {
    const instrument = known.get(plainText(value))
    return instrument ? choiceName(instrument) : value ? t('Another instrument') : t('None')
  })
  const { value, set, input } = useField('instrumentId', label, { textOf })
  useEffect(() => {
    if (isAsked) document.getElementById(input.id)?.focus()
  }, [isAsked, input.id])
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed.trim(), 200)
  // What stands there is the chosen one's own name until another is looked for.
  const { data, error, isFetching } = useFound(chosen && sought === choiceName(chosen) ? '' : sought)
  for (const found of [...(data?.content ?? []), ...(chosen ? [chosen] : [])]) known.set(found.id, found)
  const offered = data?.content ?? []
  const present = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen] : []
  return (
    <Select
      label={label}
      description={chosen ? factsOf(chosen) : t('Of the register: its number and bank follow it')}
      placeholder={t('Number, bank or beneficiary')}
      data={[...present, ...offered].map((found) => ({ value: found.id, label: choiceName(found) }))}
      filter={({ options }) => options}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      allowDeselect={false}
      nothingFoundMessage={error?.message ?? noneText(isFetching, sought)}
      withScrollArea={false}
      classNames={{ options: choices['options'] ?? '' }}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Text size="xs" c="dimmed" className="tabular">
            {factsOf(known.get(option.value))}
          </Text>
        </div>
      )}
      {...input}
      value={plainText(value) || null}
      onChange={(id) => {
        const next = known.get(id ?? '')
        if (!next) return
        noteInstrument(client, next)
        onChoice(next)
        set(next.id)
      }}
    />
  )
}
