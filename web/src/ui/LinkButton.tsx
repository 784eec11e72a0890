import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '../lib/search-codec.ts'

interface Props extends ButtonProps {
  to: string
  /** The list behind the link, already filtered: `{ status: ['AWARDED'] }`. */
  search?: Search
  children: ReactNode
}

/** A link that looks like a button. */
export function LinkButton({ search, ...props }: Props) {
  // The router's own type wants the search of one known route; paths here are plain texts.
  return <Button component={Link} {...props} {...(search && { search: search as never })} />
}
