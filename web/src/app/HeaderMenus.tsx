import { Drawer, Menu, Modal, Switch, Table, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconKeyboard, IconMoon, IconSun } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Language, language, languages, t } from '../lib/language.ts'
import { pickLanguage } from '../lib/language-pick.ts'
import { singleKeys, useDense, usePreference } from '../lib/preference.ts'
import { useUser } from '../lib/session.ts'
import { PreferencesButton } from './PreferencesButton.tsx'
import { Sidebar } from './Sidebar.tsx'

/** Light, dark, or as the system has it. */
export const schemes = [
  { value: 'light', label: t('Light colours'), icon: IconSun },
  { value: 'dark', label: t('Dark colours'), icon: IconMoon },
  { value: 'auto', label: t('Colours as the system'), icon: IconDeviceDesktop },
] as const

interface PreferencesProps {
  onShortcuts: () => void
  /** Closes the message that the menu could not be loaded; the menu itself stays. */
  onClose: () => void
}

/** The menu of what a person may have as they like it, signed in or not. */
export function Preferences({ onShortcuts }: PreferencesProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [dense, setDense] = useDense()
  const target = useRef<HTMLButtonElement>(null)
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      // It was the other button, before this came, that was pressed.
      onClose={() => target.current?.focus()}
    >
      <Menu.Target>
        <PreferencesButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown bg="var(--surface)" aria-label={t('Preferences')}>
        <Menu.Label>{t('Colours')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Rows of lists')}</Menu.Label>
        <Menu.RadioGroup value={dense ? 'dense' : 'roomy'} onChange={(value) => setDense(value === 'dense')}>
          <Menu.RadioItem value="roomy">{t('Comfortable')}</Menu.RadioItem>
          <Menu.RadioItem value="dense">{t('Dense')}</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('Language')}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(value) => pickLanguage(value as Language)}>
          {Object.entries(languages).map(([value, label]) => (
            <Menu.RadioItem key={value} value={value} lang={value}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          onClick={() => {
            target.current?.focus()
            onShortcuts()
          }}
        >
          {t('Keyboard shortcuts')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const groups = [
  {
    title: t('Everywhere'),
    keys: [
      ['Ctrl + K', t('Search screens, records and actions')],
      ['?', t('Show this list')],
      ['Ctrl + Z', t('Undo, while a notice offers it')],
    ],
  },
  {
    title: t('Lists and forms'),
    keys: [
      ['/', t('Go to the search line of a list')],
      ['Ctrl + S', t('Save the form')],
      ['Enter', t('Apply the filters')],
    ],
  },
  {
    title: t('On a row of a list'),
    keys: [
      ['Enter', t('Show its record beside the list, then open its page')],
      ['↑ ↓, J K', t('Next or previous row')],
      ['→', t('Into the record beside the list')],
      ['Esc', t('Close the record')],
      ['F2', t('Change its first value in place')],
    ],
  },
  {
    title: t('In the inbox'),
    keys: [
      ['J K', t('Next or previous row')],
      ['Enter', t('Open')],
      ['E', t('Done')],
      ['H', t('Put off')],
      ['U', t('Unread or read')],
      ['X', t('Select')],
    ],
  },
  {
    title: t('In a tree of tasks'),
    keys: [
      ['↑ ↓', t('Next or previous task')],
      ['→ ←', t('Unfold and into it; fold and out of it')],
      ['*', t('Unfold all beside it')],
      ['Enter', t('Open the task')],
      [t('Space'), t('Select the task')],
      ['E, F2', t('Change the task in place')],
      ['Shift + ↑ ↓', t('Select several')],
      ['Ctrl + A, Esc', t('Select all shown, none')],
      ['Alt + ↑ ↓', t('Move among its siblings')],
      ['Alt + → ←', t('Move under the one before; out of its parent')],
    ],
  },
]

/** Every shortcut there is, and the switch for those of a single key, which a voice or a shaking hand may press by mistake. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const [on, setOn] = usePreference(singleKeys, true)
  const user = useUser()
  return (
    <Modal opened onClose={onClose} title={t('Keyboard shortcuts')} size="34rem">
      <Switch
        mb="sm"
        label={t('Shortcuts of a single key: ?, /, J, K and those of the inbox')}
        checked={on}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {groups.slice(0, user ? undefined : 1).map(({ title, keys }) => (
        <Table key={title} mb="sm" verticalSpacing={4} horizontalSpacing="xs">
          <Table.Caption ta="left" fw={600} style={{ captionSide: 'top' }} mt={0} c="var(--mantine-color-text)">
            {title}
          </Table.Caption>
          <Table.Tbody>
            {keys.map(([key, does]) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" w="9rem" fw={600}>
                  <kbd>{key}</kbd>
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ))}
    </Modal>
  )
}

/** The sidebar of a phone. */
export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} size="18rem" title={t('Menu')} padding="xs">
      <Sidebar narrow={false} />
    </Drawer>
  )
}
