import { Button, CloseButton, TextInput } from '@mantine/core'
import { gstinFault } from '@plinth/api/money/identity'
import { type Party, partyLabels } from '@plinth/api/money/parties'
import { useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { dash, dayText } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { stateText } from '../../lib/states.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import classes from './GstinsField.module.css'
import { fillOf, type GstinFields, normalizeTyped } from './gstin-fill.ts'

/** A GSTIN in the form; stored ones have days. */
export type TypedGstin = Pick<Party['gstins'][number], 'gstin'> & Partial<Party['gstins'][number]>

const areGstins = (value: unknown): value is TypedGstin[] => Array.isArray(value)
/** The GSTINs in a field of the form. */
export const gstinsIn = (value: unknown): TypedGstin[] => (areGstins(value) ? value : [])

const textOf = (value: unknown) =>
  gstinsIn(value)
    .map(({ gstin }) => gstin)
    .join(', ') || dash

const label = translated(partyLabels.gstins)

/** The fault in a GSTIN, once it is complete. */
function faultOf(gstin: string): string | undefined {
  const fault = gstin.length < 15 ? undefined : gstinFault(gstin)
  if (fault === undefined) return undefined
  return fault.kind === 'FORM'
    ? t('It has the form of no registration')
    : t('It must end in {character}: its check digit is wrong', { character: fault.character })
}

/** The GSTINs of a party, with State and days in view mode; in a form each is checked while typed. */
export function GstinsField() {
  const field = useField('gstins', label, { textOf })
  const gstins = gstinsIn(field.value)
  if (field.mode !== 'view') return <Editor gstins={gstins} set={field.set} input={field.input} />
  return (
    <ReadValue label={label} wide={gstins.length > 1}>
      {gstins.length === 0 ? dash : gstins.map((one) => <Read key={one.gstin} {...one} />)}
    </ReadValue>
  )
}

function Read({ gstin, heldFrom, heldUntil }: TypedGstin) {
  const state = stateText(gstin.slice(0, 2))
  const days = heldFrom || heldUntil
  return (
    <div className={classes['read']}>
      <span>{gstin}</span>
      <small>
        {days ? t('{state}, {first} to {last}', { state, first: dayText(heldFrom), last: dayText(heldUntil) }) : state}
      </small>
    </div>
  )
}

/** Fills fields of the form from a GSTIN, unless the user typed something else. */
function useFilling() {
  const { getValues, setValue } = useFormContext<Party>()
  const filled = useRef<Partial<GstinFields>>({})
  return (gstin: string) => {
    const fill = fillOf(gstin, getValues(), filled.current)
    filled.current = { ...filled.current, ...fill }
    const options = { shouldDirty: true }
    if (fill.pan !== undefined) setValue('pan', fill.pan, options)
    if (fill.tan !== undefined) setValue('tan', fill.tan, options)
    if (fill.state !== undefined) setValue('state', fill.state, options)
    if (fill.gstTreatment !== undefined) setValue('gstTreatment', fill.gstTreatment, options)
  }
}

interface EditorProps {
  gstins: TypedGstin[]
  set: (gstins: TypedGstin[]) => void
  input: ReturnType<typeof useField>['input']
}

function Editor({ gstins, set, input: { ref, error, ...input } }: EditorProps) {
  const fill = useFilling()
  // An empty line is neither a GSTIN nor part of the form's value.
  const [hasEmpty, setEmpty] = useState(false)
  const rows = gstins.length === 0 || hasEmpty ? [...gstins, { gstin: '' }] : gstins
  function type(at: number, text: string) {
    const gstin = normalizeTyped(text)
    const row = { ...rows[at], gstin }
    if (at === gstins.length) setEmpty(false)
    set(rows.map((one, nth) => (nth === at ? row : one)).filter((one) => one.gstin !== ''))
    fill(gstin)
  }
  return (
    <div className={classes['editor']}>
      {rows.map(({ gstin }, at) => (
        <div key={at} className={classes['line']}>
          <TextInput
            {...(at === 0 && { ...input, ref })}
            label={at === 0 ? t('GSTIN') : t('GSTIN {number}', { number: at + 1 })}
            maxLength={20}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={gstin}
            error={faultOf(gstin) ?? (at === 0 && error)}
            onChange={({ currentTarget }) => type(at, currentTarget.value)}
          />
          {gstins.length > 1 && (
            <CloseButton
              iconSize={18}
              aria-label={t('Take out {name}', { name: gstin || t('GSTIN {number}', { number: at + 1 }) })}
              onClick={() => (at < gstins.length ? set(gstins.filter((_, nth) => nth !== at)) : setEmpty(false))}
            />
          )}
        </div>
      ))}
      {gstins.length > 0 && !hasEmpty && (
        <Button
          variant="transparent"
          size="compact-sm"
          px={0}
          style={{ justifySelf: 'start' }}
          onClick={() => setEmpty(true)}
        >
          {t('Another GSTIN')}
        </Button>
      )}
    </div>
  )
}
