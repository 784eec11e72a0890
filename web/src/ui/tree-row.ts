import type { ReactNode } from 'react'

/** One visible row of a tree, in the order of the screen. */
export interface TreeRow<T> {
  id: string
  parentId: string | null
  /** What the row is called, for readers of the screen. */
  name: string
  /** Nesting as it is told to readers of the screen, from 0. */
  depth: number
  /** Nesting as it is indented and coloured, from 0; null for a heading over the rows below it. */
  level: number | null
  /** Place among the siblings, from 1, and how many they are. */
  position: number
  siblings: number
  /** Undefined for a row with nothing below it. */
  expanded: boolean | undefined
  /** Null for a heading. */
  item: T | null
}

/** A column of a tree. The first one carries the indentation and the button that folds. */
export interface TreeColumn<T> {
  name: string
  label: string
  /** A track of a CSS grid. */
  width: string
  align?: 'right'
  /** Null for nothing to show: a dash in the table, no room at all on a phone. */
  show: (item: T) => ReactNode
}
