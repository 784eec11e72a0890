import { TextInput } from '@mantine/core'
import { lineLabels as labels, typedCharacters } from '@plinth/api/works/measurement-lines'
import { type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { dimensionFields, type LineField, readDimension, type TypedLine, withKey } from './line-typed.ts'
import classes from './Measure.module.css'

/** Keys that the number pad of a phone lacks: their sign, the typed character and their name. */
const keys: readonly [string, string, string][] = [
  ['+', '+', t('plus')],
  ['−', '-', t('minus')],
  ['×', '*', t('times')],
  ['÷', '/', t('divided by')],
  ['(', '(', t('opening bracket')],
  [')', ')', t('closing bracket')],
]

const typedNames = [...dimensionFields, 'factor'] as const
type TypedName = (typeof typedNames)[number]

/** Enter moves to the next text field of the form, and submits the form from the last one. */
export function focusNext(event: KeyboardEvent<HTMLInputElement>): void {
  const { form } = event.currentTarget
  if (event.key !== 'Enter') return
  const order = [...typedNames, 'description']
  const next = order[order.indexOf(event.currentTarget.name) + 1]
  const field = next && form?.querySelector<HTMLInputElement>(`[name=${next}]`)
  if (!field) return
  event.preventDefault()
  field.focus()
  field.select()
}

interface Props {
  typed: TypedLine
  readOnly: boolean
  onType: (more: Partial<TypedLine>) => void
  faultOf: (field: LineField) => string | undefined
}

/** The fields for the factors of the contents: each is a number, and each but the last may be arithmetic. */
export function DimensionFields({ typed, readOnly, onType, faultOf }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<TypedName>('nos')

  function press(key: string) {
    const name = last.current
    const input = box.current?.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (!input || readOnly) return
    const [text, cursor] = withKey(typed[name], key, input.selectionStart, input.selectionEnd)
    // The cursor can only be set in the new text.
    flushSync(() => onType({ [name]: text }))
    input.focus()
    input.setSelectionRange(cursor, cursor)
  }
  return (
    <div ref={box}>
      <div className={classes['dimensions']}>
        {typedNames.map((name) => (
          <TextInput
            key={name}
            size="md"
            name={name}
            label={translated(labels[name])}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            maxLength={typedCharacters}
            readOnly={readOnly}
            value={typed[name]}
            error={faultOf(name)}
            description={name === 'factor' ? undefined : resultText(typed[name])}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            onFocus={() => {
              last.current = name
            }}
            onKeyDown={focusNext}
            onChange={({ currentTarget }) => onType({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <div className={classes['keys']} role="group" aria-label={t('Keys for arithmetic')}>
        {keys.map(([shown, key, name]) => (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            aria-label={name}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => press(key)}
          >
            {shown}
          </button>
        ))}
      </div>
    </div>
  )
}

/** The result of arithmetic; undefined for a plain number. */
function resultText(typed: string): string | undefined {
  const read = readDimension(typed)
  return 'arithmetic' in read && read.value !== null ? `= ${decimal(Number(read.value))}` : undefined
}
