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
    """What both have; `command` sends one of WebDriver's commands."""

    def __init__(self, arguments, log):
        self.process = subprocess.Popen(arguments, stdout=log, stderr=log)

    def run(self, script, *arguments):
        """The value of an expression that may be a promise; its mistake is raised."""
        text = ("const [...all] = arguments, done = all.pop();"
                f"(async (...args) => ({script}))(...all).then("
                "value => done({value}), error => done({error: String(error)}));")
        answer = self.run_async(text, list(arguments))
        if "error" in answer:
            raise AssertionError(answer["error"])
        return answer.get("value")

    def draw(self, ways, kind="touch", button=0):
        """Several pointers go down at the starts of their ways and up at the ends."""
        self.perform([{"type": "pointer", "id": f"{kind}{i}",
                       "parameters": {"pointerType": kind}, "actions": [
                           make_move(way[0]), {"type": "pointerDown", "button": button},
                           *map(make_move, way[1:]),
                           {"type": "pointerUp", "button": button}]}
                      for i, way in enumerate(ways)])

    def press(self, *keys):
        self.perform([{"type": "key", "id": "keys", "actions": [
            {"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]}])

    def hide(self, seconds):
        """Another tab is shown for a while."""
        tabs = self.get_tabs()
        self.make_tab()
        other = (set(self.get_tabs()) - set(tabs)).pop()
        self.show_tab(other)
        time.sleep(seconds)
        self.close_tab()
        self.show_tab(tabs[0])

    def save_picture(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.take_picture()))

    def close(self):
        self.process.terminate()
        self.process.wait()


class Chromium(Browser):
    name = "Chromium"

    def __init__(self, folder, log):
        self.port = find_port()
        super().__init__(["chromedriver", f"--port={self.port}"], log)
        options = {"args": ["--headless=new", "--no-sandbox", f"--user-data-dir={folder}",
                            "--enable-precise-memory-info", "--js-flags=--expose-gc"]}
        session = wait_for(lambda: self.send("POST", "/session", {"capabilities": {
            "alwaysMatch": {"goog:chromeOptions": options}}}))
        self.session = f"/session/{session['sessionId']}"

    def send(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self.send("POST", f"{self.session}/url", {"url": url})

    def run_async(self, script, arguments):
        return self.send("POST", f"{self.session}/execute/async",
                         {"script": script, "args": arguments})

    def perform(self, actions):
        self.send("POST", f"{self.session}/actions", {"actions": actions})

    def take_picture(self):
        return self.send("GET", f"{self.session}/screenshot")

    def resize(self, width, height, density=1):
        """Of the page, not the window, which cannot be as narrow as a phone."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=density, mobile=False)

    def command(self, name, **parameters):
        self.send("POST", f"{self.session}/goog/cdp/execute",
                  {"cmd": name, "params": parameters})

    def reduce_motion(self, is_reduced):
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-reduced-motion", "value": "reduce" if is_reduced else ""}])

    def get_tabs(self):
        return self.send("GET", f"{self.session}/window/handles")

    def make_tab(self):
        self.send("POST", f"{self.session}/window/new", {"type": "tab"})

    def show_tab(self, tab):
        self.send("POST", f"{self.session}/window", {"handle": tab})

    def close_tab(self):
        self.send("DELETE", f"{self.session}/window")

    def close(self):
        self.send("DELETE", self.session)
        super().close()


class Firefox(Browser):
    name = "Firefox"

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
        self.send("WebDriver:NewSession", {})
        self.send("WebDriver:SetTimeouts", {"script": 60000})

    def receive(self):
        size = b""
        while not size.endswith(b":"):
            size += self.connection.recv(1)
        text = b""
        while len(text) < int(size[:-1]):
            text += self.connection.recv(int(size[:-1]) - len(text))
        return json.loads(text)

    def send(self, name, body):
        self.sent += 1
        text = json.dumps([0, self.sent, name, body]).encode()
        self.connection.sendall(str(len(text)).encode() + b":" + text)
        _, _, error, value = self.receive()
        if error:
            raise AssertionError(error["message"])
        return value

    def open(self, url):
        """By way of an empty page: it does not wait where only a query or hash differs."""
        for each in ("about:blank", url):
            self.send("WebDriver:Navigate", {"url": each})

    def run_async(self, script, arguments):
        return self.send("WebDriver:ExecuteAsyncScript",
                         {"script": script, "args": arguments, "sandbox": None})["value"]

    def perform(self, actions):
        self.send("WebDriver:PerformActions", {"actions": actions})

    def take_picture(self):
        return self.send("WebDriver:TakeScreenshot", {"full": False})["value"]

    def resize(self, width, height, density=1):
        """A window is at least 500 pixels wide, so a phone is one that is zoomed."""
        end = time.monotonic() + START_S
        while self.run("[innerWidth, innerHeight]") != [width, height] and time.monotonic() < end:
            self.control("window.gBrowser.selectedBrowser.fullZoom = arguments[0]", density)
            sides = self.control("return [outerWidth - gBrowser.selectedBrowser.clientWidth,"
                                 " outerHeight - gBrowser.selectedBrowser.clientHeight]")
            self.send("WebDriver:SetWindowRect", {
                "width": width * density + sides[0], "height": height * density + sides[1]})
            time.sleep(0.2)

    def control(self, script, *arguments):
        """Runs a script of the browser, not of the page."""
        self.send("Marionette:SetContext", {"value": "chrome"})
        answer = self.send("WebDriver:ExecuteScript",
                           {"script": script, "args": list(arguments)})
        self.send("Marionette:SetContext", {"value": "content"})
        return answer["value"]

    def reduce_motion(self, is_reduced):
        self.control('Services.prefs.setIntPref("ui.prefersReducedMotion", arguments[0])',
                     int(is_reduced))

    def get_tabs(self):
        return self.send("WebDriver:GetWindowHandles", {})

    def make_tab(self):
        self.send("WebDriver:NewWindow", {"type": "tab"})

    def show_tab(self, tab):
        self.send("WebDriver:SwitchToWindow", {"handle": tab})

    def close_tab(self):
        self.send("WebDriver:CloseWindow", {})

    def close(self):
        self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        self.connection.close()
        self.process.wait()
