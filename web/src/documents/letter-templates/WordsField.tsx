import { Textarea } from '@mantine/core'
import { type LetterKind, letterTextsOf } from '@plinth/api/documents/letter-fields'
import { messageOfIssue } from '@plinth/api/kernel/messages'
import { useContext, useRef } from 'react'
import { safeParse } from 'zod/v4/core'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { ReadValue } from '../../ui/form/FieldGroup.tsx'
import { useField } from '../../ui/form/FieldState.tsx'
import { FormContext, faultText } from '../../ui/form/form-context.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { insertField } from './insert-field.ts'
import { type WordName, wordLabels } from './letter-words.ts'
import classes from './WordsField.module.css'

const FieldMenu = lazyPart(() => import('./FieldMenu.tsx'), 'FieldMenu', {
  waiting: <div className={classes['menu']} />,
})

const rows: Record<WordName, { minRows: number; maxRows: number }> = {
  subject: { minRows: 1, maxRows: 4 },
  body: { minRows: 10, maxRows: 24 },
  enclosures: { minRows: 1, maxRows: 6 },
}

const hints: Partial<Record<WordName, string>> = {
  body: t('An empty line parts paragraphs. Salutation and closing are those of the language.'),
  enclosures: t('One on a line'),
}

interface Props {
  name: WordName
  /** The kind of letter; each kind has its own fields. */
  kind: LetterKind
  required?: boolean
}

/** A text of a letter: a menu inserts fields, and an unknown name in braces is reported while typing. */
export function WordsField({ name, kind, required = false }: Props) {
  const label = wordLabels[name]
  const { mode, value, set, input } = useField(name, label)
  const { labels } = useContext(FormContext)
  const box = useRef<HTMLTextAreaElement | null>(null)
  const text = plainText(value)
  if (mode === 'view')
    return (
      <ReadValue label={label} wide>
        {text || '–'}
      </ReadValue>
    )
  const [issue] = (text !== '' && safeParse(letterTextsOf[kind][name], text).error?.issues) || []
  const fault = issue && faultText(labels, name, messageOfIssue(issue), text)

  function insert(field: string) {
    const { selectionStart, selectionEnd } = box.current ?? { selectionStart: text.length, selectionEnd: text.length }
    const next = insertField(text, selectionStart, selectionEnd, field)
    set(next.text)
    // After React has put the text there, the cursor moves behind the inserted field.
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  return (
    <div data-wide>
      <Textarea
        label={label}
        autosize
        {...rows[name]}
        {...(hints[name] && { description: hints[name] })}
        required={required}
        {...input}
        ref={(element) => {
          box.current = element
          input.ref(element)
        }}
        error={fault ?? input.error}
        value={text}
        onChange={({ currentTarget: { value: typed } }) => set(typed === '' ? null : typed)}
      />
      <FieldMenu kind={kind} label={label} hasTable={name === 'body'} onChoose={insert} />
    </div>
  )
}
