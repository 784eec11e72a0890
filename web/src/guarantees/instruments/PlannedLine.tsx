import { Text } from '@mantine/core'
import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import { t } from '../../lib/language.ts'
import { useField } from '../../ui/form/FieldState.tsx'
import { plannedText } from './instrument-proposal.ts'

/** Says which planned guarantee the new one replaces, and the server's reason if it cannot. */
export function PlannedLine({ plan }: { plan: BgPlan }) {
  const { input } = useField('planId', t('Planned guarantee'))
  return (
    <Text size="sm" id={input.id} tabIndex={-1} data-wide>
      {plannedText(plan)}
    </Text>
  )
}
