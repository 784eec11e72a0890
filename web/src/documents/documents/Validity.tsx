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
import { part } from '../../ui/shell/Part.tsx'
import { ActionButton, glyph } from '../../ui/shell/RowActions.tsx'
import classes from './DocumentList.module.css'
import { leftOf } from './validity-words.ts'

// Few documents have one.
const DayEditor = part(() => import('../../ui/record/DayEditor.tsx'), 'DayEditor')

const calendar = glyph(
  'M4 7a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2zM16 3v4M8 3v4M4 11h16M9 16l2 2l4 -4',
)

/** How the validity of a document is entered where it is listed. */
export interface ValidityEntry {
  isOpen: boolean
  button: RefObject<HTMLButtonElement | null>
  open: () => void
  /** The focus goes back to what opened it where it was left by a key. */
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

/** Says until when a document is valid. */
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

/** Stores a validity; answers why it was refused, else null. */
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

function Entering({ document: one, entry }: Props) {
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

/** Until when a document is valid, where somebody said so, and what is left of that. */
export function Validity(props: Props) {
  const { validUntil } = props.document
  if (props.entry.isOpen) return <Entering {...props} />
  if (validUntil === null) return null
  const left = leftOf(validUntil, today())
  return (
    <div className={classes['valid']} data-tone={left?.tone}>
      {t('Valid until {day}', { day: dayText(validUntil) })}
      {left && <b>{left.text}</b>}
    </div>
  )
}
