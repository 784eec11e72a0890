import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'

export type CellValue = number | string | null

/** What is in an editor: a value for the wire, or why it is none. */
export type Entered = { value: CellValue } | { fault: string }

export interface CellEditorProps {
  /** What the field is called, and with the record's name for readers of the screen. */
  label: string
  longLabel: string
  value: CellValue
  /** What is stored by now, in words, where somebody has changed it under the editor. */
  storedNow: string | undefined
  /** Stores a value; why it was refused, else null. */
  onStore: (value: CellValue) => Promise<string | null>
  /** Closes the editor. The focus goes back to the value where it was asked for by a key. */
  onLeave: (isByKey: boolean) => void
}

/** Whether somebody who left by a key works elsewhere by now: what they do there is not to be broken off. */
const isElsewhere = (box: Element | undefined) =>
  box !== undefined && document.activeElement !== document.body && !box.contains(document.activeElement)

const textIn = (box: Element) => box.querySelector('input')?.value.trim() ?? ''

/**
 * How what is entered in a cell is stored: by Enter or by leaving it. Escape leaves all as it was. What is refused stays as it
 * was typed, with the reason below it.
 */
export function useCellEditor({ value, onStore, onLeave }: CellEditorProps) {
  const [fault, setFault] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const isOver = useRef(false)
  // The same as long as the editor is there, so that it takes the focus once.
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
  /** For what stands around the input; `read` tells what its text comes to. */
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
