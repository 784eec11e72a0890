import type { FacilityHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { PartsBar, type Tone } from '../../ui/record/Parts.tsx'
import { type BarPart, barParts } from './limit-sums.ts'

const partText: Record<BarPart['part'], (amount: string) => string> = {
  used: (amount) => t('used {amount}', { amount }),
  planned: (amount) => t('planned {amount}', { amount }),
  free: (amount) => t('free {amount}', { amount }),
  over: (amount) => t('over the limit {amount}', { amount }),
}

export const partTones: Record<BarPart['part'], Tone> = { used: 'used', planned: 'waiting', free: 'free', over: 'lost' }

/** Bar of the used, planned and free parts of a limit and of the part above it; the figures below are its legend. */
export function LimitBar({ limit }: { limit: FacilityHeadroom }) {
  const parts = barParts(limit)
  const partTexts = parts.map(({ part, amount }) => partText[part](rupees(amount))).join(', ')
  return (
    <PartsBar
      label={t('Of {limit}: {parts}', { limit: rupees(limit.limitAmount), parts: partTexts })}
      height="1.25rem"
      parts={parts.map(({ part, amount }) => ({ tone: partTones[part], share: amount }))}
    />
  )
}
