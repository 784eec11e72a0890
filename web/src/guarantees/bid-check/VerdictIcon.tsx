import type { BidVerdict } from '@plinth/api/guarantees/guarantee-headroom'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react'
import classes from './BidCheck.module.css'

const icons = { YES: IconCircleCheck, ONLY_ALONE: IconAlertTriangle, NO: IconCircleX }

/** The icon of a verdict, with a shape of its own beside the text; a question mark without a verdict. */
export function VerdictIcon({ verdict, size = 18 }: { verdict: BidVerdict | null; size?: number }) {
  const Icon = verdict === null ? IconHelpCircle : icons[verdict]
  return <Icon size={size} className={classes['icon']} data-verdict={verdict} aria-hidden />
}
