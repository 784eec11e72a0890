import { Anchor, Button, Group, Skeleton, Textarea, TextInput } from '@mantine/core'
import { type Deposit, depositLabels } from '@plinth/api/deposits/deposits'
import { filterInstruments, type Instrument } from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { instrumentPath } from '../../guarantees/instruments/instrument-name.ts'
import { useChosenInstrument } from '../../guarantees/instruments/useChosenInstrument.ts'
import { plainText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { fieldsOf } from '../../ui/form/fields-of.tsx'
import { useFormMode } from '../../ui/form/form-context.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import classes from './DepositSuggestions.module.css'
import { RepeatGuard } from './RepeatGuard.tsx'

// A lazy part, because most deposits are entered with a number only.
const InstrumentChoice = lazyPart(
  () => import('../../guarantees/instruments/InstrumentChoice.tsx'),
  'InstrumentChoice',
  {
    waiting: <Skeleton height={58} />,
  },
)

const { AutocompleteField, TextField, TextAreaField } = fieldsOf(depositLabels)

/** The fields that a deposit takes from its instrument, and their names there. */
const names = ['instrumentNo', 'bankName', 'bankAddress'] as const
type FollowedName = (typeof names)[number]
const instrumentKeys = { instrumentNo: 'number', bankName: 'issuer', bankAddress: 'branch' } as const

/** The usual beginnings of instrument numbers, by kind. */
const instrumentKinds = ['BG ', 'FDR ', 'DD ', 'e-BG ', "Banker's cheque ", 'Surety bond ', 'UTR ']

/** The number of an instrument. Its kind is suggested as the beginning. */
function NumberField() {
  const text = plainText(useWatch({ name: 'instrumentNo' }))
  // The suggestions end once the text begins with a kind.
  const hasKind = instrumentKinds.some((kind) => text.toLowerCase().startsWith(kind.trimEnd().toLowerCase()))
  return (
    <AutocompleteField
      name="instrumentNo"
      suggestions={hasKind ? [] : instrumentKinds}
      description={t('Of the draft, guarantee or receipt, after its kind')}
      required
    />
  )
}

/** The value of a field on the chosen instrument; undefined if the instrument has none. */
const valueFrom = (instrument: Instrument | undefined, name: FollowedName) =>
  instrument?.[instrumentKeys[name]] || undefined

/** A read-only field with the value of the chosen instrument, which is changed there. */
function FollowedField({ name, text, instrument }: { name: FollowedName; text: string; instrument: Instrument }) {
  const label = translated(depositLabels[name])
  const { value, input } = useField(name, label)
  const { setValue } = useFormContext<Deposit>()
  useEffect(() => {
    if (value !== text) setValue(name, text)
  }, [value, text, name, setValue])
  const props = { label, ...input, value: text, readOnly: true, classNames: { input: classes['followed'] ?? '' } }
  const hint =
    name === 'instrumentNo' ? (
      <Anchor component={Link} to={instrumentPath(instrument)} className={classes['change']} inherit underline="always">
        {t('Change it on the instrument')}
      </Anchor>
    ) : (
      t('As on the instrument')
    )
  return name === 'bankAddress' ? (
    <Textarea {...props} description={hint} autosize minRows={2} wrapperProps={{ 'data-wide': true }} />
  ) : (
    <TextInput {...props} description={hint} />
  )
}

/** The field itself, or the instrument's value if the chosen instrument has one. */
function Following({ name, children }: { name: FollowedName; children: ReactNode }) {
  const instrument = useChosenInstrument()
  const text = valueFrom(instrument, name)
  const isRead = useFormMode() === 'view'
  if (isRead || !instrument || text === undefined) return children
  return <FollowedField name={name} text={text} instrument={instrument} />
}

/** Takes and removes an instrument. Removing it restores what was typed before. */
function useInstrumentChoice() {
  const { getValues, setValue } = useFormContext<Deposit>()
  const before = useRef<readonly (string | null | undefined)[] | null>(null)
  function take({ amount }: Instrument): void {
    before.current ??= getValues('instrumentId') ? [] : getValues(names)
    if (!getValues('amount')) setValue('amount', amount, { shouldDirty: true, shouldValidate: true })
  }
  function takeOff(): void {
    setValue('instrumentId', null, { shouldDirty: true, shouldValidate: true })
    before.current?.forEach((text, at) => {
      const name = names[at]
      if (name) setValue(name, text ?? null, { shouldDirty: true })
    })
    before.current = null
    document.getElementById('field-instrumentId')?.focus()
  }
  return { take, takeOff }
}

/** The number of the instrument, or a choice from the register of instruments. */
export function InstrumentField() {
  const isRead = useFormMode() === 'view'
  return isRead ? <NumberField /> : <NumberOrChoice />
}

function NumberOrChoice() {
  const chosen = useWatch<Deposit, 'instrumentId'>({ name: 'instrumentId' })
  const { errors } = useFormState<Deposit>({ name: 'instrumentId' })
  const mayChoose = useCan(filterInstruments)
  const [isOpened, open] = useState(false)
  const { take, takeOff } = useInstrumentChoice()
  const isShown = Boolean(chosen) || isOpened || Boolean(errors.instrumentId) || location.hash === '#field-instrumentId'
  return (
    <>
      {isShown && mayChoose && (
        <div className={classes['field']}>
          <InstrumentChoice onChoice={take} isAsked={isOpened} />
          {chosen && (
            <Group gap={6}>
              <Button
                variant="default"
                size="compact-xs"
                className={classes['suggestion']}
                onClick={() => {
                  open(true)
                  takeOff()
                }}
              >
                {t('Take it off')}
              </Button>
            </Group>
          )}
        </div>
      )}
      <div className={classes['field']}>
        <Following name="instrumentNo">
          <NumberField />
        </Following>
        {mayChoose && !isShown && (
          <Group gap={6}>
            <Button variant="default" size="compact-xs" className={classes['suggestion']} onClick={() => open(true)}>
              {t('Choose from the register')}
            </Button>
          </Group>
        )}
      </div>
      <RepeatGuard name="instrumentNo" />
    </>
  )
}

export const BankName = () => (
  <Following name="bankName">
    <TextField name="bankName" />
  </Following>
)

export const BankAddress = () => (
  <Following name="bankAddress">
    <TextAreaField name="bankAddress" />
  </Following>
)
