import { Button, type ButtonProps } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../lib/search.ts'
import { useCan } from '../lib/session.ts'

interface Props extends ButtonProps {
  to: string
  /** The list behind the link, already filtered: `{ status: ['AWARDED'] }`. */
  search?: Search
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
