import { Button, Group, Modal, Text } from '@mantine/core'
import { t } from '../../lib/language.ts'

interface Props {
  title?: string
  /** What will be lost. */
  loss?: string
  onClose: () => void
  onLeave: () => void
}

/** Asks whether something unfinished may be left behind. */
export function LeaveDialog({
  title = t('Leave without saving?'),
  loss = t('What you have typed has not been saved.'),
  onClose,
  onLeave,
}: Props) {
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Text mb="md">{loss}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('Stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('Leave')}
        </Button>
      </Group>
    </Modal>
  )
}
