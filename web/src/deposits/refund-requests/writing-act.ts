/** An action of the form of a letter. */
export interface Act {
  label: string
  run: () => void
  /** Whether Enter in a field runs this action. */
  isSave?: true
}

/** The props of the less used actions. */
export interface OthersProps {
  acts: readonly Act[]
  isBusy: boolean
}
