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
  /** The filter that the line is. */
  name: string
  /** What is looked at: 'Bid ID, name, reference'. */
  hint: string
}

/** One line for the words that people look by. What is typed counts a moment later, or at Enter. */
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
    // What is being typed is one step for Back, and not one for each pause.
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

/** The slash goes to the line, unless it is being typed somewhere. */
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
