import type { BidVerdict } from '@plinth/api/guarantees/guarantee-headroom'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import classes from './BidCheck.module.css'

const icons = { YES: IconCircleCheck, ONLY_ALONE: IconAlertTriangle, NO: IconCircleX }

/** An answer as a sign of its own shape, beside the words that say it; a question where there is none. */
export function VerdictIcon({ verdict, size = 18 }: { verdict: BidVerdict | null; size?: number }) {
  const Icon = verdict === null ? IconHelpCircle : icons[verdict]
  return <Icon size={size} className={classes['icon']} data-verdict={verdict} aria-hidden />
}
