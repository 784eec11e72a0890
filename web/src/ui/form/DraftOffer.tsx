import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../lib/language.ts'

interface Props {
  onRestore: () => void
  onDiscard: () => void
}

/** Offers to restore what was typed here and could not be saved. */
export function DraftOffer({ onRestore, onDiscard }: Props) {
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
