from kolega_code.hooks import HookOutcome


def block_secrets(event):
    if "AWS_SECRET" in str(event.payload.get("tool_input", {})):
        return HookOutcome.deny("Refusing to write a secret to disk.")
    return HookOutcome.empty()
