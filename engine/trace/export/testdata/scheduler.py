"""A scheduler whose offers are binding: what the script of the Python export has to find right."""


class Refused(Exception):
    pass


class Offer:
    def __init__(self, id, framework_id, node_id, resources, expires_at):
        self.id, self.framework_id, self.node_id = id, framework_id, node_id
        self.resources, self.expires_at, self.state = resources, expires_at, "pending"


LIVE = ("pending", "accepted")


class Scheduler:
    def __init__(self, nodes, now):
        self.nodes, self.now, self.offers, self.tasks, self.made_up = dict(nodes), now, {}, {}, 0
        if any(type(c) is not int for c in self.nodes.values()):
            raise TypeError("capacities are numbers")

    # What faulty ones replace.

    def overdue(self, offer):
        return offer.state in LIVE and offer.expires_at <= self.now

    def owns(self, framework, thing):
        return thing == framework

    def free(self, node):
        return self.nodes[node] - self.allocated(node) - self.reserved(node)

    def victims(self, node):
        live = [o for o in self.offers.values() if o.node_id == node and o.state in LIVE]
        return sorted(live, key=lambda o: (o.state == "accepted", -int(o.id[1:])))

    def shrunk(self, node):
        pass

    # The calls.

    def allocated(self, node):
        return sum(t["resources"] for t in self.tasks.values() if t["node"] == node)

    def reserved(self, node):
        return sum(o.resources for o in self.offers.values() if o.node_id == node and o.state in LIVE)

    def check(self, ok, why):
        if not ok:
            raise Refused(why)

    def name(self, name):
        good = isinstance(name, str) and 0 < len(name.encode()) <= 256
        self.check(good and not any(ord(c) < 32 or 127 <= ord(c) < 160 for c in name), "bad name")

    def advance_time(self, delta):
        self.check(delta >= 0 and self.now + delta < 2**63, "bad delta")
        self.now += delta
        for offer in self.offers.values():
            if self.overdue(offer):
                offer.state = "expired"

    def make_offers(self, framework, timeout):
        self.name(framework)
        self.check(timeout >= 1, "bad timeout")
        made = []
        for node in self.nodes:
            if self.free(node) > 0:
                id = "o%d" % (len(self.offers) + 1)
                self.offers[id] = Offer(id, framework, node, self.free(node), self.now + timeout)
                made.append(self.offers[id])
        return made

    def owned(self, framework, offer_id):
        self.name(framework)
        self.check(offer_id in self.offers, "unknown offer")
        self.check(self.owns(framework, self.offers[offer_id].framework_id), "not the owner")
        return self.offers[offer_id]

    def accept_offer(self, framework, offer_id):
        offer = self.owned(framework, offer_id)
        self.check(offer.state == "pending", "it is " + offer.state)
        offer.state = "accepted"

    def launch_task(self, framework, offer_id, task_id=None):
        offer = self.owned(framework, offer_id)
        self.check(offer.state == "accepted", "it is " + offer.state)
        if task_id is not None:
            self.name(task_id)
        self.check(task_id not in self.tasks, "task id in use")
        while task_id is None:
            self.made_up += 1
            if "task-%d" % self.made_up not in self.tasks:
                task_id = "task-%d" % self.made_up
        offer.state = "launched"
        self.tasks[task_id] = {"framework": framework, "node": offer.node_id, "resources": offer.resources}
        return task_id

    def decline_offer(self, framework, offer_id):
        offer = self.owned(framework, offer_id)
        self.check(offer.state in LIVE, "it is " + offer.state)
        offer.state = "declined"

    def finish_task(self, framework, task_id):
        self.check(task_id in self.tasks, "unknown task")
        self.check(self.owns(framework, self.tasks[task_id]["framework"]), "not the owner")
        del self.tasks[task_id]

    def set_node_resources(self, node, capacity):
        self.name(node)
        self.check(0 <= capacity < 2**53, "bad capacity")
        self.nodes[node] = capacity
        self.shrunk(node)
        while self.allocated(node) + self.reserved(node) > capacity and self.victims(node):
            self.victims(node)[0].state = "invalidated"

    def get_allocations(self):
        return {id: dict(task) for id, task in self.tasks.items()}
