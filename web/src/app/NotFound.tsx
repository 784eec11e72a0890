import { Text } from '@mantine/core'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'

export function NotFound() {
  return (
    <Screen title="Page not found">
      <Text mb="md">There is no page at this address.</Text>
      <LinkButton to="/">Home</LinkButton>
    </Screen>
  )
}
