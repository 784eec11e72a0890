import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { t } from '../lib/language.ts'

/** Opens the menu of preferences, a lazy part. */
export function PreferencesButton(props: ComponentProps<typeof ActionIcon<'button'>>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-haspopup="menu"
      aria-label={t('Preferences')}
      title={t('Preferences')}
      {...props}
    >
      <IconAdjustmentsHorizontal size={18} aria-hidden />
    </ActionIcon>
  )
}
