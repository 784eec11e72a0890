import { Button, Group, Switch, Text, TextInput } from '@mantine/core'
import type { FieldFault } from '@plinth/api/kernel/endpoint'
import type { MeasurableItem } from '@plinth/api/works/measured-items'
import { lineLabels as labels, type MeasurementLine, type SentLine } from '@plinth/api/works/measurement-lines'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { roundPercent } from '../../lib/format.ts'
import { t, translated, worded } from '../../lib/language.ts'
import { whyNotStored } from '../../ui/shell/useRecordChange.ts'
import { DimensionFields, focusNext } from './DimensionFields.tsx'
import { ItemSelect } from './ItemSelect.tsx'
import type { Choice } from './item-search.ts'
import { decimalsOf, standingOf } from './item-standing.ts'
import {
  faultsOf,
  fieldOfPath,
  hasTyped,
  type LineFault,
  type LineField,
  type TypedLine,
  typedContents,
  wireLineOf,
} from './line-typed.ts'
import { quantityText } from './line-words.ts'
import classes from './Measure.module.css'

interface Props {
  choices: readonly Choice[]
  /** The other lines of the sheet. */
  others: readonly MeasurementLine[]
  isChange: boolean
  typed: TypedLine
  onType: (typed: TypedLine) => void
  /** Stores the line, and returns the faults if it was rejected. */
  onSave: (line: Omit<SentLine, 'id'>) => Promise<readonly FieldFault[]>
  /** Clears a new line, or leaves a stored line as it is. */
  onLeave: () => void
}

function useSaving({ typed, onType, onSave }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<LineFault[]>([])
  const [failure, setFailure] = useState('')
  const [isSending, setSending] = useState(false)
  const focus = (name: string) =>
    form.current?.querySelector<HTMLInputElement>(`[name=${name}], [data-field=${name}]`)?.focus()

  function show(wrong: readonly LineFault[]) {
    setFaults([...wrong])
    if (wrong[0]) focus(wrong[0].field)
  }
  function showRefusal(fields: readonly FieldFault[]) {
    show(
      fields.flatMap(({ path, ...fault }): LineFault[] => {
        const field = fieldOfPath(path)
        return field ? [{ ...fault, field }] : []
      }),
    )
    setFailure(
      fields
        .filter(({ path }) => !fieldOfPath(path))
        .map((fault) => worded(fault))
        .join(' '),
    )
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setFailure('')
    const line = wireLineOf(typed)
    if (!line) return show(faultsOf(typed))
    setSending(true)
    try {
      const refused = await onSave(line)
      showRefusal(refused)
      if (refused.length === 0) focus('nos')
    } catch (error) {
      if (error instanceof CallError && error.fields.length > 0) showRefusal(error.fields)
      else setFailure(whyNotStored(error))
    }
    setSending(false)
  }
  return {
    form,
    save,
    failure,
    isSending,
    type(more: Partial<TypedLine>) {
      onType({ ...typed, ...more })
      setFaults([])
    },
    faultOf(field: LineField) {
      const fault = faults.find((one) => one.field === field)
      return fault && worded(fault)
    },
    clear() {
      setFaults([])
      setFailure('')
    },
  }
}

/** The form of one line: the item, its dimensions and the resulting contents. */
export function LineForm(props: Props) {
  const { choices, others, isChange, typed, onLeave } = props
  const { form, save, failure, isSending, type, faultOf, clear } = useSaving(props)
  // The form may be far above the line that is being edited.
  useEffect(() => {
    if (isChange) form.current?.querySelector<HTMLInputElement>('[name=nos]')?.focus()
  }, [isChange, form])
  const choice = choices.find(({ item }) => item.id === typed.itemId)
  const decimals = decimalsOf(choice?.item)
  const correctionFault = faultOf('correctsLineId')
  const contents = typedContents(typed, decimals, choice?.item.rounding ?? 'HALF_UP')
  return (
    <form ref={form} className={classes['line']} onSubmit={(event) => void save(event)} noValidate>
      <ItemSelect
        choices={choices}
        chosen={choice}
        readOnly={isSending}
        error={faultOf('itemId')}
        onPick={(itemId) => type({ itemId })}
      />
      <DimensionFields typed={typed} readOnly={isSending} onType={type} faultOf={faultOf} />
      <TextInput
        size="md"
        name="description"
        label={translated(labels.description)}
        error={faultOf('description')}
        value={typed.description}
        maxLength={500}
        autoComplete="off"
        readOnly={isSending}
        onKeyDown={focusNext}
        onChange={({ currentTarget }) => type({ description: currentTarget.value })}
      />
      <Switch
        size="md"
        className={classes['deduction'] ?? ''}
        label={t('Deduction: it is taken away')}
        disabled={isSending}
        checked={typed.isDeduction}
        onChange={({ currentTarget }) => type({ isDeduction: currentTarget.checked })}
      />
      <div>
        <p className={classes['sum']}>
          <span>{translated(labels.contents)}</span>
          <output>{quantityText(contents, choice?.item.unit ?? null, decimals)}</output>
        </p>
        {choice && <Standing item={choice.item} others={others} contents={contents} />}
      </div>
      {(failure || correctionFault) && (
        <Text role="alert" fw={600} c="var(--mantine-color-error)">
          {t('The line was not saved.')} {failure || `${translated(labels.correctsLineId)} ${correctionFault}`}
        </Text>
      )}
      <Group gap="xs" justify="flex-end" className={classes['acts'] ?? ''} data-foot>
        {(isChange || hasTyped(typed)) && (
          <Button
            variant="default"
            disabled={isSending}
            onClick={() => {
              clear()
              onLeave()
            }}
          >
            {isChange ? t('Leave it') : t('Clear')}
          </Button>
        )}
        <Button type="submit" loading={isSending}>
          {isChange ? t('Save change') : t('Save line')}
        </Button>
      </Group>
    </form>
  )
}

interface StandingProps {
  item: MeasurableItem
  others: readonly MeasurementLine[]
  contents: string
}

/** The quantity measured so far and with this line, next to the agreed one, with a warning if it is more. */
function Standing({ item, others, contents }: StandingProps) {
  const own = others.filter(({ itemId }) => itemId === item.id).map((line) => String(line.contents))
  const before = standingOf(item, own).measured
  const { measured, left, isBeyondLimit } = standingOf(item, [...own, contents])
  const quantity = (value: string | number) => quantityText(value, item.unit, item.decimals)
  const figures = { before: quantity(before), done: quantity(measured) }
  if (left === null || item.agreedQuantity === null)
    return <p className={classes['hint']}>{t('Measured so far {before}, with this line {done}', figures)}</p>
  const more = { left: quantity(left.replace('-', '')), limit: roundPercent(item.limitPercent ?? 0) }
  return (
    <>
      <p className={classes['hint']}>
        {t('Measured so far {before}, with this line {done}, agreed {agreed}', {
          ...figures,
          agreed: quantity(item.agreedQuantity),
        })}
      </p>
      <p role="status" className={classes['warning']} data-alarm={isBeyondLimit || undefined}>
        {isBeyondLimit && item.limitPercent
          ? t('{left} more than agreed, beyond the limit of {limit}', more)
          : isBeyondLimit
            ? t('{left} more than agreed', more)
            : left.startsWith('-') && t('{left} more than agreed, within the limit of {limit}', more)}
      </p>
    </>
  )
}
