import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { t } from '../../lib/language.ts'
import type { OthersProps } from './writing-act.ts'

/** The less used actions in a menu. */
export const FoldedActs = ({ acts, isBusy }: OthersProps) => (
  <Menu position="top-end" withinPortal>
    <Menu.Target>
      <Button variant="default" disabled={isBusy} rightSection={<IconChevronDown size={14} aria-hidden />}>
        {t('More')}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {acts.map(({ label, run }) => (
        <Menu.Item key={label} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
