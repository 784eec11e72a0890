import { Button, Group, Text } from '@mantine/core'
import type { MeasurementLine } from '@plinth/api/works/measurement-lines'
import { t, worded } from '../../lib/language.ts'
import { isHere } from '../../lib/outbox-rules.ts'
import { WaitingBadge } from '../../ui/shell/WaitingBadge.tsx'
import { lineName } from './line-words.ts'
import { giveUpLine } from './sheet-entries.ts'
import type { WaitingSheet } from './sheet-waiting.ts'

interface Props {
  line: MeasurementLine
  waiting: WaitingSheet
  onChange: ((line: MeasurementLine) => void) | undefined
  onGivenUp: ((line: MeasurementLine) => void) | undefined
}

/** The state of a line that the server has not stored, and the actions on it. */
export function WaitingActs({ line, waiting, onChange, onGivenUp }: Props) {
  const operation = waiting.operations.get(line.id)
  const verdict = operation?.verdict ?? null
  const name = { line: lineName(line) }
  async function giveUp() {
    if (!window.confirm(t('Give up line {line}? It was not stored.', name))) return
    onGivenUp?.(line)
    await giveUpLine(line.id)
  }
  return (
    <Group gap="xs">
      <WaitingBadge wasRefused={verdict !== null} />
      {verdict && (
        <Text span size="sm" fw={600}>
          {worded(verdict.said)}
        </Text>
      )}
      {operation && isHere(operation) && (
        <Group gap="xs" data-screen-only>
          {onChange && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('Change line {line}', name)}
              onClick={() => onChange(line)}
            >
              {t('Change')}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('Give up line {line}', name)}
            onClick={() => void giveUp()}
          >
            {t('Give up')}
          </Button>
        </Group>
      )}
    </Group>
  )
}
