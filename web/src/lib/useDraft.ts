import { useEffect, useRef, useState } from 'react'
import { forgetDrafts, keepDraft, ownDrafts, type Values } from './drafts.ts'
import { addTypedKeeper } from './keep-typed.ts'
import { currentUser } from './session.ts'

interface Typing {
  title: string
  isUnsaved: () => boolean
  typed: () => Values
}

/** Stores what is typed in a form when its page is left against the user's will; `found` is the draft stored before. */
export function useDraft(typing: Typing) {
  const [{ path, owner, found }] = useState(() => {
    const address = location.pathname + location.search
    return { path: address, owner: currentUser()?.id, found: ownDrafts()[address] }
  })
  const isStored = useRef(false)
  const latest = useRef(typing)
  useEffect(() => {
    latest.current = typing
  })
  useEffect(() => {
    function keep() {
      const { title, isUnsaved, typed } = latest.current
      if (!isUnsaved() || owner === undefined) return
      isStored.current = true
      keepDraft(owner, path, { title, at: Date.now(), values: typed() })
    }
    const stop = addTypedKeeper(keep)
    return () => {
      stop()
      keep()
    }
  }, [owner, path])
  const forget = () => forgetDrafts(path)
  function restore(set: (name: string, value: unknown) => void): void {
    for (const [name, value] of Object.entries(found?.values ?? {})) set(name, value)
    forget()
  }
  return { found: found !== undefined, isStored: () => isStored.current, forget, restore }
}
