import { Checkbox, Select, TextInput } from '@mantine/core'
import { notANumber, parseNumber } from '@plinth/api/kernel/amounts'
import { type RuleKind, type RuleValue, ruleKindShapes, valueFaults, valueSchema } from '@plinth/api/money/rule-kinds'
import { comingBackEvents, comingBackWays, ruleFieldLabels, ruleUnits } from '@plinth/api/money/rule-shapes'
import { statutoryRuleLabels } from '@plinth/api/money/statutory-rules'
import { useFormContext } from 'react-hook-form'
import { optionsOf } from '../../lib/format.ts'
import { t, translated, worded } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { NumericInput } from '../../ui/form/NumericInput.tsx'
import { ruleText } from './rule-words.ts'

const name = 'value'
const label = translated(statutoryRuleLabels.value)
const labels = new Map<string, string>(Object.entries(ruleFieldLabels))
const nameOfPart = (field: string) => translated(labels.get(field) ?? field)
const choices: Readonly<Record<string, readonly string[]>> = {
  comesBack: comingBackWays,
  waitsFor: comingBackEvents,
}
/** Codes and forms are texts, although they consist of digits. */
const texts = new Set(['individual', 'other', 'form'])

const isValue = (value: unknown): value is RuleValue => typeof value === 'object' && value !== null

/** The first fault in a value, as a sentence that begins with the field. */
function faultIn(kind: RuleKind, value: unknown): string | undefined {
  if (value === null) return undefined
  const [fault] = valueFaults(kind, value)
  return fault && `${nameOfPart(fault.path.split('.')[1] ?? '')} ${worded(fault)}`
}

/** The value of a rule, with the fields of its kind, and as a sentence; or the end of the company's own rules. */
export function ValueField({ kind }: { kind: RuleKind }) {
  const { getValues } = useFormContext()
  const check = () => faultIn(kind, getValues(name))
  const textOf = (value: unknown) => (isValue(value) || value === null ? ruleText({ kind, value }) : '')
  const { value, set, input } = useField(name, label, { textOf, check })
  const fieldValues = isValue(value) ? value : {}
  const fields = Object.keys(valueSchema(kind).shape)
  const isWhole = value === null || faultIn(kind, value) === undefined
  const put = (field: string, next: number | string | null) => {
    const { [field]: _, ...others } = fieldValues
    set(next === null || next === '' ? others : { ...others, [field]: next })
  }
  return (
    <>
      {value !== null &&
        fields.map((field, at) => (
          <OneField
            key={field}
            label={nameOfPart(field)}
            field={field}
            value={fieldValues[field]}
            onChange={(next) => put(field, next)}
            description={at === 0 ? translated(ruleUnits[ruleKindShapes[kind]]) : undefined}
            {...(at === 0 && { id: input.id, error: input.error })}
          />
        ))}
      {isWhole && <p data-wide>{textOf(value)}</p>}
      <Checkbox
        label={t('No rule of ours from this day on: the shipped one counts again')}
        checked={value === null}
        onChange={({ currentTarget: { checked } }) => set(checked ? null : {})}
        wrapperProps={{ 'data-wide': true }}
      />
    </>
  )
}

interface OneProps {
  label: string
  field: string
  value: number | string | undefined
  onChange: (value: number | string | null) => void
  description: string | undefined
  id?: string
  error?: string | false | undefined
}

function OneField({ field, value, onChange, description, id, error, label: called }: OneProps) {
  const common = { label: called, required: true, ...(id && { id }), ...(error && { error }) }
  const inputProps = description === undefined || description === called ? common : { ...common, description }
  const options = choices[field]
  if (options)
    return (
      <Select
        {...inputProps}
        data={optionsOf(options)}
        value={value === undefined ? null : String(value)}
        onChange={onChange}
      />
    )
  if (texts.has(field))
    return (
      <TextInput
        {...inputProps}
        value={value ?? ''}
        onChange={({ currentTarget: { value: text } }) => onChange(text)}
      />
    )
  return (
    <NumericInput
      {...inputProps}
      inputMode="decimal"
      value={value ?? null}
      read={parseNumber}
      fault={notANumber.number}
      onChange={onChange}
    />
  )
}
