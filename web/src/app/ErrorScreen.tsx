import { Button, Text } from '@mantine/core'
import { Screen } from '../ui/Screen.tsx'

/** Shown when a screen's script cannot be loaded (a new version was installed, the network is away) or breaks. */
export function ErrorScreen() {
  return (
    <Screen title="This screen could not be shown">
      <Text mb="md">The connection may be away, or a new version may have been installed. Reload to try again.</Text>
      <Button onClick={() => window.location.reload()}>Reload</Button>
    </Screen>
  )
}
