import { Button, type ButtonProps } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { Link, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { type Search, stringifySearch } from '../../lib/search.ts'
import { useCan } from '../../lib/useCan.ts'
import classes from './RowActions.module.css'

interface Props extends ButtonProps {
  to: string
  /** The list behind the link, already filtered: `{ status: ['AWARDED'] }`. */
  search?: Search
  /** The part of the page behind the link that it leads to. */
  hash?: string
  /** The call it leads to: only who may make it sees the link. */
  call?: Pick<Endpoint, 'allow'>
  /** The link is the current one when the address says the same and nothing else. */
  activeOptions?: { exact: true }
  onClick?: () => void
  children: ReactNode
}

const anybody = { allow: 'public' } as const

/** A link that looks like a button. */
export function LinkButton({ search, call = anybody, ...props }: Props) {
  if (!useCan(call)) return null
  // The router's own type wants the search of one known route; paths here are plain texts.
  return <Button component={Link} {...props} {...(search && { search: search as never })} />
}

interface RowLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
  search?: Search | undefined
}

/** In what is pointed at for so long, in milliseconds, a press is to be expected. */
const intent = 50
let expected: ReturnType<typeof setTimeout> | undefined

const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

/** A link as one of hundreds. The router's own costs more than all else of a row, as each asks where one is. */
export function RowLink({ to, search = {}, className, children, ...props }: RowLinkProps) {
  const router = useRouter()
  const target = { to, search: search as never }
  const prepare = () => void router.preloadRoute(target).catch(() => undefined)
  return (
    <a
      {...props}
      href={to + stringifySearch(search)}
      className={className ? `${classes['link']} ${className}` : classes['link']}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        clearTimeout(expected)
        void router.navigate(target)
      }}
      onFocus={prepare}
      onTouchStart={prepare}
      onMouseEnter={() => {
        expected = setTimeout(prepare, intent)
      }}
      onMouseLeave={() => clearTimeout(expected)}
    >
      {children}
    </a>
  )
}
