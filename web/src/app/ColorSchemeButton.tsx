import { ActionIcon, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const schemes = {
  light: { label: 'Light colours', icon: IconSun, next: 'dark' },
  dark: { label: 'Dark colours', icon: IconMoon, next: 'auto' },
  auto: { label: 'Colours as the system', icon: IconDeviceDesktop, next: 'light' },
} as const

/** Light, dark, or as the system has it: each press goes on to the next. */
export function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { label, icon: Icon, next } = schemes[colorScheme]
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${label}; change to: ${schemes[next].label}`}
        onClick={() => setColorScheme(next)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
