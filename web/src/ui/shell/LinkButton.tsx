import { Button, type ButtonProps } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { Link, useRouter } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { type Search, stringifySearch } from '../../lib/search.ts'
import { useCan } from '../../lib/useCan.ts'
import classes from './RowActions.module.css'

interface Props extends ButtonProps {
  to: string
  /** The filters of the linked list: `{ status: ['AWARDED'] }`. */
  search?: Search
  /** The section of the linked page. */
  hash?: string
  /** The call of the linked page: only users who may make it see the link. */
  call?: Pick<Endpoint, 'allow'>
  /** Whether the link is current only if the address is exactly the same. */
  activeOptions?: { exact: true }
  onClick?: () => void
  children: ReactNode
}

const anybody = { allow: 'public' } as const

/** A link that looks like a button. */
export function LinkButton({ search, call = anybody, ...props }: Props) {
  if (!useCan(call)) return null
  // The router's type wants the search of one known route; paths here are plain texts.
  return <Button component={Link} {...props} {...(search && { search: search as never })} />
}

interface RowLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: string
  search?: Search | undefined
}

/** After hovering this long a press is likely, in milliseconds. */
const intent = 50
let expected: ReturnType<typeof setTimeout> | undefined

const opensElsewhere = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent) =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey

/** A light link for lists with hundreds of them. The router's own link costs more than the rest of a row, as each follows the location. */
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
