import { listMentionable } from '@plinth/api/documents/notes'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useRecord } from '../../lib/useRecord.ts'
import { namedIn, offeredFor, type Typing, typingAt, withName } from './mentions.ts'
import type { Noted } from './useNotes.ts'

interface Field {
  record: Noted
  text: string
  setText: (text: string) => void
  box: RefObject<HTMLTextAreaElement | null>
}

/** Sets the caret after the changed text has been rendered. */
function useCaret(box: Field['box']) {
  const pendingPlace = useRef<number>(undefined)
  useEffect(() => {
    if (pendingPlace.current === undefined) return
    box.current?.setSelectionRange(pendingPlace.current, pendingPlace.current)
    pendingPlace.current = undefined
  })
  return (place: number) => {
    pendingPlace.current = place
    box.current?.focus()
  }
}

/** The people whom the name at the caret may mean. */
function useOffer({ record: { recordType, recordId }, text, box }: Field) {
  const { data: people = [] } = useRecord(listMentionable, {
    params: { recordType, recordId },
    enabled: text.includes('@'),
  })
  const [typing, setTyping] = useState<Typing>()
  /** Reads the name at the caret. */
  function look() {
    const field = box.current
    const isOnePlace = field && field.selectionStart === field.selectionEnd
    setTyping(isOnePlace ? typingAt(field.value, field.selectionEnd) : undefined)
  }
  const offered = typing ? offeredFor(typing.asked, people) : []
  return { people, typing, offered, look, close: () => setTyping(undefined) }
}

/** Mentions in a text: after an @ it offers the users who may view the record, by keyboard and pointer. */
export function useMentioning(field: Field) {
  const { people, typing, offered, look, close } = useOffer(field)
  const [place, setPlace] = useState(0)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const setCaret = useCaret(field.box)
  const listId = useId()
  const active = Math.min(place, offered.length - 1)
  const optionId = (at: number) => `${listId}-${at}`

  function pick(at: number) {
    const person = offered[at]
    if (!person || !typing) return
    const { text, caret } = withName(field.text, typing, person.username)
    setPicked(new Set([...picked, person.id]))
    setPlace(0)
    close()
    setCaret(caret)
    field.setText(text)
  }
  /** Handles a key of the list; returns whether it was one. */
  function take(event: KeyboardEvent): boolean {
    if (offered.length === 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setPlace((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) pick(active)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const named = namedIn(field.text, people, picked)
  const open = offered.length > 0 && { 'aria-controls': listId, 'aria-activedescendant': optionId(active) }
  return {
    list: { offered, active, listId, optionId, pick },
    look,
    take,
    close,
    named,
    aria: { 'aria-autocomplete': 'list' as const, ...open },
  }
}

export type MentionOffer = ReturnType<typeof useMentioning>['list']
