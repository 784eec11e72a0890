import { InputBase, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './CellEditing.module.css'
import { type CellEditorProps, useCellEditor } from './useCellEditor.ts'

const orNull = (text: string) => (text === '' ? null : text)

type TextProps = CellEditorProps & {
  /** Suggestions. */
  usual?: readonly string[]
  align?: 'right'
}

/** Edits a text of one line. */
export function TextEditor({ usual, align, ...props }: TextProps) {
  const { label, longLabel, storedNow } = props
  const [typed, setTyped] = useState(plainText(props.value))
  const { fault, forgive, input, around } = useCellEditor(props)
  const list = useId()
  return (
    <div className={classes['editor']} {...around(() => ({ value: orNull(typed.trim()) }))}>
      <TextInput
        label={label}
        aria-label={longLabel}
        description={storedNow}
        ref={input}
        size="xs"
        labelProps={{ className: 'spoken' }}
        classNames={{ ...(align && { input: 'figure' }) }}
        autoComplete="off"
        {...(usual && { list })}
        errorProps={{ role: 'alert' }}
        error={fault}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          forgive()
          setTyped(value)
        }}
      />
      {usual && (
        <datalist id={list}>
          {usual.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
      )}
    </div>
  )
}

/** Edits a text of several lines. Enter stores it, as any value; Shift+Enter begins a line. */
export function LinesEditor(props: CellEditorProps) {
  const { label, longLabel, storedNow } = props
  const [typed, setTyped] = useState(plainText(props.value))
  const { fault, forgive, input, around } = useCellEditor(props)
  return (
    <div className={classes['editor']} data-lines {...around(() => ({ value: orNull(typed.trim()) }))}>
      <InputBase
        component="textarea"
        multiline
        label={label}
        aria-label={longLabel}
        description={storedNow ?? t('Enter saves, Shift and Enter begin a line')}
        ref={input}
        size="xs"
        rows={3}
        labelProps={{ className: 'spoken' }}
        classNames={{ input: classes['lines'] ?? '' }}
        errorProps={{ role: 'alert' }}
        error={fault}
        value={typed}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.shiftKey) event.stopPropagation()
        }}
        onChange={({ currentTarget: { value } }) => {
          forgive()
          setTyped(value)
        }}
      />
    </div>
  )
}
