/** Something that can be done with a letter that is written. */
export interface Act {
  label: string
  run: () => void
  /** What Enter in a field does. */
  isSave?: true
}

/** What is done less than the first of them. */
export interface OthersProps {
  acts: readonly Act[]
  isBusy: boolean
}
