import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

export type CellValue = number | string | null

/** The content of an editor: a value for the wire, or its fault. */
export type Entered = { value: CellValue } | { fault: string }

export interface CellEditorProps {
  /** The field's label, and with the record's name for screen readers. */
  label: string
  longLabel: string
  value: CellValue
  /** The value that is stored now, in words, if somebody else has changed it meanwhile. */
  storedNow: string | undefined
  /** Stores a value; returns why it was refused, else null. */
  onStore: (value: CellValue) => Promise<string | null>
  /** Closes the editor. If a key closed it, the value takes the focus again. */
  onLeave: (isByKey: boolean) => void
}

/** Whether a user who left by a key works elsewhere by now and must not lose the focus there. */
const isElsewhere = (box: Element | undefined) =>
  box !== undefined && document.activeElement !== document.body && !box.contains(document.activeElement)

const textIn = (box: Element) => box.querySelector('input')?.value.trim() ?? ''

/**
 * Stores what is entered in a cell by Enter or on blur. Escape discards it. A refused value stays as it was typed, with the reason below
 * it.
 */
export function useCellEditor({ value, onStore, onLeave }: CellEditorProps) {
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const isOver = useRef(false)
  // The same function while the editor exists, so that it takes the focus once.
  const [input] = useState(() => (element: HTMLInputElement | HTMLTextAreaElement | null) => {
    element?.focus({ preventScroll: true })
    element?.select()
  })

  function leave(isByKey: boolean) {
    isOver.current = true
    onLeave(isByKey)
  }
  async function store(entered: Entered, isByKey: boolean, box?: Element) {
    if (isOver.current || isSending) return
    if ('fault' in entered) return setFault(entered.fault)
    if (entered.value === value) return leave(isByKey)
    setSending(true)
    const refusal = await onStore(entered.value)
    setSending(false)
    setFault(refusal)
    if (refusal === null) leave(isByKey && !isElsewhere(box))
  }
  /** Props for the element around the input; `read` parses the text. */
  const around = (read: (text: string) => Entered) => ({
    'aria-busy': isSending,
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) void store(read(textIn(currentTarget)), false)
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing) return
      const box = event.currentTarget
      if (event.key === 'Enter') void store(read(textIn(box)), true, box)
      else if (event.key === 'Escape') leave(true)
      else return
      event.preventDefault()
    },
  })
  return { fault, forgive: () => setFault(null), input, around, store }
}
