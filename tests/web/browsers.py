# SPDX-License-Identifier: MIT
"""Two browsers, steered alike: Chromium by chromedriver (WebDriver), Firefox by
Marionette, its own protocol. Chromium runs without a window; Firefox has WebGL only in
one, on Xvfb."""
import base64
import json
import pathlib
import socket
import subprocess
import time
import urllib.request

START_S = 60


def find_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def wait_for(connect):
    end = time.monotonic() + START_S
    while True:
        try:
            return connect()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def make_move(place):
    return {"type": "pointerMove", "x": place[0], "y": place[1], "duration": 0}


class Browser:
    """What both have; `send` sends one of WebDriver's commands and returns its value."""

    def __init__(self, arguments, log):
        self.process = subprocess.Popen(arguments, stdout=log, stderr=log)

    def run(self, script, *arguments):
        """The value of an expression that may be a promise; its mistake is raised."""
        text = ("const [...all] = arguments, done = all.pop();"
                f"(async (...args) => ({script}))(...all).then("
                "value => done({value}), error => done({error: String(error)}));")
        answer = self.send("ExecuteAsyncScript", script=text, args=list(arguments), **self.scope)
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer.get("value")

    def open(self, url):
        """By way of an empty page: a browser does not load where only a hash differs."""
        for each in ("about:blank", url):
            self.send("Navigate", url=each)

    def draw(self, ways, kind="touch", button=0):
        """Several pointers go down at the starts of their ways and up at the ends."""
        self.send("PerformActions", actions=[
            {"type": "pointer", "id": f"{kind}{i}", "parameters": {"pointerType": kind}, "actions": [
                make_move(way[0]), {"type": "pointerDown", "button": button},
                *map(make_move, way[1:]), {"type": "pointerUp", "button": button}]}
            for i, way in enumerate(ways)])

    def press(self, *keys):
        self.send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]}])

    def hide(self, seconds):
        """Another tab is shown for a while."""
        tabs = self.send("GetWindowHandles")
        self.send("NewWindow", type="tab")
        self.send("SwitchToWindow", handle=(set(self.send("GetWindowHandles")) - set(tabs)).pop())
        time.sleep(seconds)
        self.send("CloseWindow")
        self.send("SwitchToWindow", handle=tabs[0])

    def save_picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.send("TakeScreenshot", full=False)))

    def close(self):
        self.process.terminate()
        self.process.wait()


class Chromium(Browser):
    name = "Chromium"
    scope = {}
    commands = {"NewSession": "POST ", "DeleteSession": "DELETE ", "Navigate": "POST url",
                "ExecuteAsyncScript": "POST execute/async", "PerformActions": "POST actions",
                "TakeScreenshot": "GET screenshot", "GetWindowHandles": "GET window/handles",
                "NewWindow": "POST window/new", "SwitchToWindow": "POST window",
                "CloseWindow": "DELETE window", "DevTools": "POST goog/cdp/execute"}

    def __init__(self, folder, log):
        port = find_port()
        super().__init__(["chromedriver", f"--port={port}"], log)
        options = {"args": ["--headless=new", "--no-sandbox", f"--user-data-dir={folder}",
                            "--enable-precise-memory-info", "--js-flags=--expose-gc"]}
        self.session = f"http://127.0.0.1:{port}/session"
        session = wait_for(lambda: self.send("NewSession", capabilities={
            "alwaysMatch": {"goog:chromeOptions": options}}))
        self.session += f"/{session['sessionId']}"

    def send(self, name, **body):
        method, path = self.commands[name].split(" ")
        request = urllib.request.Request(
            f"{self.session}/{path}".rstrip("/"), method=method,
            data=json.dumps(body).encode() if method == "POST" else None,
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def resize(self, width, height, density=1):
        """Of the page, not the window, which cannot be as narrow as a phone."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=density, mobile=False)

    def command(self, name, **parameters):
        self.send("DevTools", cmd=name, params=parameters)

    def treat_files_strictly(self):
        """As it does by default."""

    def reduce_motion(self, is_reduced):
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-reduced-motion", "value": "reduce" if is_reduced else ""}])

    def close(self):
        self.send("DeleteSession")
        super().close()


class Firefox(Browser):
    name = "Firefox"
    scope = {"sandbox": None}

    def __init__(self, folder, log):
        port = find_port()
        pathlib.Path(folder).mkdir()
        pathlib.Path(folder, "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("dom.w3c_touch_events.enabled", 1);\n')
        super().__init__(["xvfb-run", "-a", "-s", "-screen 0 1600x2000x24", "firefox-esr",
                          "--marionette", "--remote-allow-system-access", "--no-remote",
                          "--profile", str(folder)], log)
        self.connection = wait_for(lambda: socket.create_connection(("127.0.0.1", port)))
        self.sent = 0
        self.receive()
        self.send("NewSession")
        self.send("SetTimeouts", script=60000)

    def receive(self):
        size = b""
        while not size.endswith(b":"):
            size += self.connection.recv(1)
        text = b""
        while len(text) < int(size[:-1]):
            text += self.connection.recv(int(size[:-1]) - len(text))
        return json.loads(text)

    def send(self, name, **body):
        self.sent += 1
        name = name if ":" in name else f"WebDriver:{name}"
        text = json.dumps([0, self.sent, name, body]).encode()
        self.connection.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, value = self.receive()
        if error:
            raise AssertionError(error["message"])
        return value["value"] if isinstance(value, dict) and "value" in value else value

    def resize(self, width, height, density=1):
        """A window is at least 500 pixels wide, so a phone is one that is zoomed."""
        end = time.monotonic() + START_S
        while self.run("[innerWidth, innerHeight]") != [width, height] and time.monotonic() < end:
            self.control("window.gBrowser.selectedBrowser.fullZoom = arguments[0]", density)
            sides = self.control("return [outerWidth - gBrowser.selectedBrowser.clientWidth,"
                                 " outerHeight - gBrowser.selectedBrowser.clientHeight]")
            self.send("SetWindowRect", width=width * density + sides[0],
                      height=height * density + sides[1])
            time.sleep(0.2)

    def control(self, script, *arguments):
        """Runs a script of the browser, not of the page."""
        self.send("Marionette:SetContext", value="chrome")
        answer = self.send("ExecuteScript", script=script, args=list(arguments))
        self.send("Marionette:SetContext", value="content")
        return answer

    def treat_files_strictly(self):
        """As users have it: Marionette lets files load each other."""
        self.control('Services.prefs.setBoolPref("security.fileuri.strict_origin_policy", true)')

    def reduce_motion(self, is_reduced):
        self.control('Services.prefs.setIntPref("ui.prefersReducedMotion", arguments[0])',
                     int(is_reduced))

    def close(self):
        self.send("Marionette:Quit", flags=["eForceQuit"])
        self.connection.close()
        self.process.wait()
