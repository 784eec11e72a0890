import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { hasSingleKeys } from '../../lib/preference.ts'
import type { FilteredList } from './Filters.tsx'
import classes from './ListBar.module.css'

interface Props {
  list: FilteredList
  /** The name of the filter. */
  name: string
  /** The fields that are searched: 'Bid ID, name, reference'. */
  hint: string
}

/** The search line of a list. The typed text applies after a pause, or at Enter. */
export function SearchLine({ list, name, hint }: Props) {
  const applied = plainText(list.filters[name])
  const [typed, setTyped] = useState(applied)
  const [seen, setSeen] = useState(applied)
  if (seen !== applied) {
    setSeen(applied)
    if (typed.trim() !== applied) setTyped(applied)
  }
  const input = useSlash()
  const apply = (text: string) => {
    const next = text.trim()
    // One history step for the whole search text, not one for each pause.
    if (next !== applied) list.apply({ ...list.filters, [name]: next }, { replace: applied !== '' })
  }
  const applySoon = useDebouncedCallback(apply, 350)
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['search']}
      size="sm"
      aria-label={t('Search this list')}
      placeholder={hint}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        applySoon(value)
      }}
      onKeyDown={({ key }) => {
        if (key !== 'Enter') return
        applySoon.cancel()
        apply(typed)
      }}
    />
  )
}

/** The slash key focuses the line, except while the user types elsewhere. */
function useSlash() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    function follow(event: KeyboardEvent) {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping || !hasSingleKeys()) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', follow)
    return () => document.removeEventListener('keydown', follow)
  }, [])
  return input
}
