import { Drawer } from '@mantine/core'
import { t } from '../lib/language.ts'
import { Sidebar } from './Sidebar.tsx'

/** The sidebar of a phone. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} size="18rem" title={t('Menu')} padding="xs">
      <Sidebar narrow={false} />
    </Drawer>
  )
}
