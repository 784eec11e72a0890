import { Button, Popover } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface Props {
  label: string
  icon: ReactNode
  disabled?: boolean
  children: (close: () => void) => ReactNode
}

/** A button of the list that opens a popover. */
export function ListTool({ label, icon, disabled = false, children }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={icon} disabled={disabled} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" bg="var(--surface)">
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}
