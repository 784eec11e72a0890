import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../lib/language.ts'

interface Props {
  title?: string
  /** What will be lost. */
  loss?: string
  onStay: () => void
  onLeave: () => void
}

/** Asks whether something unfinished may be left behind. */
export function LeaveDialog({
  title = t('Leave without saving?'),
  loss = t('What you have typed has not been saved.'),
  onStay,
  onLeave,
}: Props) {
  return (
    <Modal opened onClose={onStay} title={title} centered>
      <Text mb="md">{loss}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onStay}>
          {t('Stay')}
        </Button>
        <Button color="red" onClick={onLeave}>
          {t('Leave')}
        </Button>
      </Group>
    </Modal>
  )
}

interface OfferProps {
  onRestore: () => void
  onDiscard: () => void
}

/** What was typed here and could not be saved can be had back. */
export function DraftOffer({ onRestore, onDiscard }: OfferProps) {
  const [isOpen, setOpen] = useState(true)
  const then = (act: () => void) => () => {
    setOpen(false)
    act()
    document.querySelector('h1')?.focus()
  }
  if (!isOpen) return null
  return (
    <Alert role="status" mb="sm" title={t('What you had typed here has been kept')}>
      <Text size="sm" mb="xs">
        {t('It was not saved, because the page went away before. Passwords are never kept.')}
      </Text>
      <Group gap="xs">
        <Button size="compact-md" onClick={then(onRestore)}>
          {t('Restore what you had typed')}
        </Button>
        <Button size="compact-md" variant="default" onClick={then(onDiscard)}>
          {t('Discard')}
        </Button>
      </Group>
    </Alert>
  )
}
