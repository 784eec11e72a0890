import { type Document, setDocumentValidity } from '@plinth/api/documents/documents'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { today } from '../../lib/days.ts'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { undoBy } from '../../ui/form/undo-save.ts'
import type { CellValue } from '../../ui/record/useCellEditor.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { ActionButton, glyph } from '../../ui/shell/RowActions.tsx'
import classes from './DocumentList.module.css'
import { leftOf } from './validity-words.ts'

// Few users edit a validity, so the editor is loaded late.
const DayEditor = lazyPart(() => import('../../ui/record/DayEditor.tsx'), 'DayEditor')

const calendar = glyph(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2zM16 3v4M8 3v4M4 11h16M9 16l2 2l4 -4',
)

/** The state of the validity editor in a row of the list. */
export interface ValidityEntry {
  isOpen: boolean
  button: RefObject<HTMLButtonElement | null>
  open: () => void
  /** Closes the editor; when a key closed it, the focus returns to the button that opened it. */
  leave: (isByKey: boolean) => void
}

export function useValidityEntry(): ValidityEntry {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return {
    isOpen,
    button,
    open: () => setOpen(true),
    leave(isByKey) {
      setOpen(false)
      if (isByKey) button.current?.focus()
    },
  }
}

interface Props {
  document: Document
  entry: ValidityEntry
}

/** The button that opens the editor of a document's validity. */
export const ValidityAction = ({ document: { fileName }, entry: { button, open } }: Props) => (
  <ActionButton
    ref={button}
    label={t('Validity of {fileName}', { fileName })}
    icon={calendar}
    onFocus={() => void DayEditor.preload()}
    onPointerEnter={() => void DayEditor.preload()}
    onClick={open}
  />
)

/** Returns a function that stores a validity and returns why it was refused, else null. */
function useStore({ id, fileName, validUntil: before }: Document) {
  const queryClient = useQueryClient()
  const store = (validUntil: string | null) => call(setDocumentValidity, { params: { id }, body: { validUntil } })
  return async (value: CellValue): Promise<string | null> => {
    const day = typeof value === 'string' ? value : null
    try {
      await store(day)
    } catch (error) {
      return reasonOf(error)
    }
    await queryClient.invalidateQueries()
    const done =
      day === null
        ? t('{fileName} is valid without an end', { fileName })
        : t('{fileName} is valid until {day}', { fileName, day: dayText(day) })
    void alertSuccess(
      done,
      undoBy(() => store(before), done, queryClient),
    )
    return null
  }
}

function ValidityEditor({ document: one, entry }: Props) {
  const { fileName, validUntil } = one
  return (
    <div className={classes['entering']}>
      <DayEditor
        label={t('Valid until')}
        longLabel={t('Until when {fileName} is valid', { fileName })}
        value={validUntil}
        storedNow={undefined}
        onStore={useStore(one)}
        onLeave={entry.leave}
      />
    </div>
  )
}

/** The last day of a document's validity if one is set, and the days left when the end is near. */
export function Validity(props: Props) {
  const { validUntil } = props.document
  if (props.entry.isOpen) return <ValidityEditor {...props} />
  if (validUntil === null) return null
  const left = leftOf(validUntil, today())
  return (
    <div className={classes['valid']} data-tone={left?.tone}>
      {t('Valid until {day}', { day: dayText(validUntil) })}
      {left && <b>{left.text}</b>}
    </div>
  )
}
